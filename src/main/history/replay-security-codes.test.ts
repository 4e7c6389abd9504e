import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecurityCodes } from '@shared/cards/security-codes';
import { checkDraft } from '@shared/vault-forward/checks';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { maySend } from '@shared/vault-forward/finding';
import {
  KNOWN_REFUSALS,
  Tally,
  URL_X,
  active,
  argumentFor,
  compose,
  entries,
  handlers,
  history,
  kept,
  openEach,
  replay,
  send,
  server,
  wire,
} from './replay-wire.fixture';

openEach();

describe('a security code', () => {
  /** Bodies with codes as strings and numbers, in JSON within JSON, and among other content. */
  const withCodes = fc
    .record({
      code: fc.stringMatching(/^\d{3,4}$/),
      number: fc.integer({ min: 100, max: 9999 }),
      form: fc.constantFrom('plain', 'number', 'both', 'within', 'xml'),
      more: fc.json(),
      space: fc.constantFrom('', ' ', '\r\n\t'),
    })
    .map(({ code, number, form, more, space }) => {
      const fields = {
        plain: `"cvv":${space}"${code}"`,
        number: `"cvc2":${space}${number}`,
        both: `"cvv":"${code}","again":{"security_code":${number}${space}}`,
        within: `"text":"{\\"cvv\\":\\"${code}\\"}"`,
        xml: `"text":"<cvv>${code}</cvv>"`,
      } as const;
      return `{"number":"{{CARD_NUMBER_1}}",${fields[form]},"more":${more}}`;
    })
    .filter((body) => maySend(checkDraft(draftWith({ destinationUrl: URL_X, body }))));

  it('is asked for, and with it a replay sends the same bytes', async () => {
    const runs = 40;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(withCodes, async (body) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose(draftWith({ destinationUrl: URL_X, body })));
        if (exchange === null) return;
        const { id } = exchange;
        await history.settled();
        const plan = await handlers.planReplay.handle({ id, profileId: active.id });
        if (plan.refused !== null) return tally.refuse(plan.refused.code);
        const codes = findSecurityCodes(body).map(({ code }) => code);
        expect(plan.missingCodes).toHaveLength(codes.length);
        await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-codes-missing' } });
        await replay(id, { securityCodes: codes });
        tally.count();
        const [first, second, ...more] = wire();
        expect(more).toEqual([]);
        expect(second).toBe(first);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  const body = '{"number":"{{CARD_NUMBER_1}}","cvv":"987","again":{"cvv":9876}}';

  it('is named by its field, and is not stored, reopened or listed', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X, body }));
    await history.settled();
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan).toMatchObject({ refused: null, missingCodes: ['cvv', 'cvv (2)'] });
    const sent = await replay(id, { securityCodes: ['987', '9876'] });
    const replayed = sent.kind === 'sent' ? sent.exchange.id : '';
    for (const one of [id, replayed]) expect(await kept(one)).not.toMatch(/cvv[^,}]{0,8}987/);
    expect(JSON.stringify(await entries())).not.toMatch(/cvv[^,}]{0,8}987/);
    // A replay can itself be replayed.
    expect((await handlers.planReplay.handle({ id: replayed, profileId: active.id })).missingCodes).toEqual([
      'cvv',
      'cvv (2)',
    ]);
    const opened = await handlers.requestFromHistory.handle({ id });
    expect(opened.notes.join()).toContain('security code');
    // A request opened from it cannot be sent until the code is entered.
    await expect(send(opened.request)).rejects.toMatchObject({ problem: { code: 'draft-has-errors' } });
    expect(server.requests).toHaveLength(2);
  });

  it('is refused if the number or form of the codes is wrong', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X, body }));
    await history.settled();
    for (const securityCodes of [['987'], ['987', '98'], ['987', '9876', '987'], ['987', '9"6']]) {
      await expect(replay(id, { securityCodes })).rejects.toMatchObject({
        problem: { code: 'replay-codes-missing' },
      });
    }
    const other = await compose(draftWith({ destinationUrl: URL_X }));
    await history.settled();
    await expect(replay(other.id, { securityCodes: ['987'] })).rejects.toMatchObject({
      problem: { code: 'replay-codes-missing' },
    });
    expect(server.requests).toHaveLength(2);
  });

  it('crosses the bridge as three or four digits only, and others are not repeated in the error', async () => {
    const argument = await argumentFor((await compose(draftWith({ destinationUrl: URL_X, body }))).id);
    const { parse } = handlers.replayExchange;
    expect(parse.safeParse({ ...argument, securityCodes: ['987', '9876'] }).success).toBe(true);
    for (const code of ['98', '98765', '98a', ' 987', '９８７', 987]) {
      const read = parse.safeParse({ ...argument, securityCodes: [code] });
      expect([code, read.success]).toEqual([code, false]);
      expect(String(read.error)).not.toContain('98');
    }
  });
});
