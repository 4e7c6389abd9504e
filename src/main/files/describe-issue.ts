import { z } from 'zod';
import { valueOfType } from '@contract/type-words';

/** What zod calls these types, in the words of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'number', int: 'integer', boolean: 'boolean' },
  ...{ object: 'object', record: 'object', array: 'array', null: 'null' },
};

/** What is wrong with a value in a file, in words for the person who wrote it: `it should be text`. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  // A schema's own words say more.
  if (!/^(?:Invalid|Too|Unrecognized) /.test(message)) return message.replace(/[.\s]*$/, '');
  if (message.endsWith('received undefined')) return 'it is missing';
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected];
      return `it should be ${type === undefined ? 'something else' : valueOfType(type)}`;
    }
    case 'invalid_value':
      return `it should be ${oneOf(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue ? `it should be ${oneOf(issue.options ?? [])}` : 'it is of no known kind';
    case 'too_big':
      return issue.origin === 'number' ? `it is more than ${issue.maximum}` : 'it is too long';
    case 'too_small':
      return issue.origin === 'number' ? `it is less than ${issue.minimum}` : 'it is too short';
    case 'unrecognized_keys':
      return `there is no ${issue.keys.map((key) => `“${key}”`).join(', ')} here`;
    default:
      return 'it is not as it should be';
  }
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' ? `“${value}”` : String(value)));
  const last = words.pop() ?? 'something else';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}

/** The first thing that is wrong with what a file holds, where it is, and how much more there is. */
export function describeShape({ issues }: z.ZodError): string {
  const [first = '', ...more] = new Set(
    issues.map((issue) => {
      const words = describeIssue(issue);
      return issue.path.length === 0 ? words : `${z.core.toDotPath(issue.path)}: ${words}`;
    }),
  );
  return more.length === 0 ? first : `${first}; and ${more.length} more`;
}
