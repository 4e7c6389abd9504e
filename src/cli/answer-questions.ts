import { declined, type AskPerson, type Question, type QuestionReason } from '@shared/questions/question';
import { visible } from './visible';

/**
 * Answers the questions that the app asks before it sends: yes if every reason to ask was agreed to on the command
 * line, otherwise no, and says so.
 * @param checkedUntil the time that a refusal named, given by a person who has since checked what was carried out (UTC,
 * ISO 8601); null if nobody has. No other time counts, because a script could have one ready in advance.
 */
export function answerQuestions(
  agreed: ReadonlySet<QuestionReason>,
  profileName: string,
  say: (words: string) => void,
  checkedUntil: string | null = null,
): AskPerson {
  return (question) => {
    const { lostAt } = question;
    const isChecked = lostAt !== undefined && lostAt === checkedUntil;
    const isOpen = (reason: QuestionReason | null): boolean =>
      reason === null || (reason === 'history-lost' ? !isChecked : !agreed.has(reason));
    const open = (question.reasons ?? [null]).filter(isOpen);
    if (open.length === 0) return Promise.resolve({ confirmed: true, checked: isChecked });
    tell(question, say);
    // Several reasons may leave the same to be done.
    const ways = new Set(open.map((reason) => wayOn(reason, profileName, { lostAt, checkedUntil })));
    say(`Not sent: the answer is no here. ${[...ways].join(' ')}`);
    return Promise.resolve(declined);
  };
}

function tell({ title, lead, amount, facts }: Question, say: (words: string) => void): void {
  say(visible(title));
  if (amount) say(visible(`  ${amount.text} (${amount.note})`));
  for (const line of lead) say(visible(`  ${line}`));
  for (const { label, prefix, whole, value, note } of facts) {
    const text = `${prefix === undefined ? '' : `${prefix} `}${(whole ?? value).replace(/\n/g, ', ')}`;
    say(visible(`  ${label}: ${text}${note === undefined ? '' : ` (${note})`}`));
  }
}

interface Times {
  readonly lostAt: string | undefined;
  readonly checkedUntil: string | null;
}

function wayOn(
  reason: QuestionReason | null,
  profileName: string,
  { lostAt = '', checkedUntil }: Times,
): string {
  switch (reason) {
    case 'production':
      return `To send to production: --yes-production "${profileName}".`;
    case 'other-profile':
      return `To send with this profile all the same: --profile "${profileName}".`;
    case 'history-lost':
      return `${describeOther(lostAt, checkedUntil)}Check at the destination what was carried out. Then say so, once: --checked-until ${lostAt}.`;
    case 'under-way':
      return 'Wait for the other send to end: before that, no --checked-until lets this one pass.';
    case 'not-checked':
      return 'If the keychain is locked or not running, start or unlock it, so that it can be checked; or send it in the app, where you are asked.';
    case 'unknown-outcome':
    case 'draft-unknown':
      return `${checkedUntil === null ? '' : 'A time given with --checked-until does not answer this: it stands for sends that no history has. '}Check at the destination what was carried out, then send it in the app, where you are asked.`;
    case 'secret-host':
    case 'unknown-numbers':
    case null:
      return 'Send it in the app, where you are asked.';
  }
}

function describeOther(lostAt: string, given: string | null): string {
  if (given === null) return '';
  const why = given < lostAt ? ': something else went out, or ended, after that' : '';
  return `The time that was given, ${given}, is not the one that is named here${why}. `;
}
