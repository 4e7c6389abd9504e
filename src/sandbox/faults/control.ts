import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseJson } from '@shared/json/parse-json';
import { badRequest, detail, RequestRefused } from '../errors/api-error';
import { jsonAnswer, type Answer } from '../server/answer';
import { readBody } from '../server/read-body';
import type { FaultInjector } from './fault-injector';
import { NO_FAULTS, parsePlan } from './plan';

const MAX_BYTES = 64 * 1024;

/**
 * The control endpoint: GET shows the standing faults, PUT replaces them with those of a JSON object, DELETE ends them.
 * Its path contains a secret made at this start, so only the holder of the description can use it. A web page cannot
 * guess it, and is refused in any case, as everywhere in the sandbox.
 */
export class FaultControl {
  readonly path = `/_control/${randomBytes(16).toString('hex')}/faults`;

  constructor(private readonly handler: FaultInjector) {}

  async answer(request: IncomingMessage): Promise<Answer> {
    switch (request.method) {
      case 'GET':
        break;
      case 'DELETE':
        this.handler.standing = NO_FAULTS;
        break;
      case 'PUT':
        this.handler.standing = await readPlan(request);
        break;
      default:
        throw new RequestRefused(405, { headers: { allow: 'GET, PUT, DELETE' } });
    }
    return jsonAnswer(200, this.handler.standing);
  }
}

async function readPlan(request: IncomingMessage): Promise<FaultInjector['standing']> {
  const text = (await readBody(request, MAX_BYTES)).toString('utf8');
  const json = parseJson(text);
  if (json === undefined) throw badRequest(detail('body', [], 'The body is not JSON.'));
  const read = parsePlan(json);
  if ('plan' in read) return Object.keys(read.plan).length === 0 ? NO_FAULTS : read.plan;
  throw badRequest(
    ...read.problems.map(({ name, message }) => detail('body', name === '' ? [] : [name], message)),
  );
}
