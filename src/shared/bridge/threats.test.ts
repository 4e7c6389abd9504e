import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bridgeRequestNames, type BridgeRequests } from './bridge';

/**
 * What a compromised page could want from each request, and what stops it. A new request does not compile here until
 * somebody has thought about it.
 * - `asks`: main asks the person in a window of its own (or the system's dialog), where the page cannot answer.
 * - `guarded`: sends, after the guard, which refuses or asks.
 * - `bound`: goes with the profile's own credential to the profile's own address, and only reads.
 * - `own`: what the person could see or change in the window anyway, and nothing secret.
 */
type Guard = 'asks' | 'guarded' | 'bound' | 'own';
const THREATS: Readonly<Record<keyof BridgeRequests, readonly [guard: Guard, why: string]>> = {
  describeApp: ['own', 'versions'],
  describeSandbox: ['own', 'addresses and ids of the built-in sandbox, no token'],
  takeDeepLink: ['own', 'ids; nothing is sent by it'],
  takeCrashReason: ['own', 'a word'],
  zoomWindow: ['own', 'how large the window shows everything'],
  cancelCall: ['own', 'stops a call; a question it had is a no'],
  openExternalLink: ['asks', 'https only, in the dialog of the system, which names the host'],
  openCopyMenu: ['own', 'a menu of the system; what it copies is what copyText could'],
  copyText: ['own', 'writes the clipboard, which nothing of the app reads back'],
  saveStoredBody: ['asks', 'the person chooses the file'],
  saveTextBody: ['asks', 'the person chooses the file'],
  describeProfiles: ['own', 'profiles hold no secret'],
  activateProfile: ['own', 'cancels what runs; what is sent then is asked about for that profile'],
  noteShownProfile: [
    'own',
    'a lie takes a refusal away, no question: what is sent is asked about for the active profile',
  ],
  noteUnsavedForms: ['own', 'a lie adds a question at the end, or takes one away that guards no send'],
  createProfile: ['own', 'has no secret; one for production starts read-only'],
  editProfile: ['asks', 'Read-only off, or production to sandbox; grants and open questions of it end'],
  duplicateProfile: ['own', 'without secrets; one for production starts read-only'],
  moveProfile: ['own', 'its place in the list'],
  deleteProfile: ['own', 'its secrets go, and come back with it alone'],
  undoDeleteProfile: ['own', 'as it was, locked if it was; grants are not brought back'],
  importProfiles: ['asks', 'the person chooses the file; new ids, no secrets, network paths refused'],
  exportProfiles: ['asks', 'the person chooses the file; no secrets'],
  describeCredential: ['own', 'claims and states'],
  saveToken: ['own', 'goes in and never out; replaces what was there'],
  saveSigningKey: ['own', 'goes in and never out; replaces what was there'],
  confirmCredential: ['asks', 'names the way so far and the new one'],
  forgetCredential: ['own', 'forgets'],
  forgetAllSecrets: ['own', 'forgets'],
  testConnection: [
    'bound',
    'a stored token only for the way it was entered for: origin, proxy, CA, certificate',
  ],
  chooseFile: ['asks', 'the person chooses; gives a path, not what is in it'],
  describeSettings: ['own', 'no secret'],
  editSettings: ['own', 'appearance, retention, level of the log, which is redacted at any level'],
  openFolder: ['own', 'one of two folders of the app, each once a second'],
  describeUpdates: ['own', 'versions and dates'],
  checkForUpdates: [
    'asks',
    'unless the person agreed to ask daily: a GET without a credential, to the address of the build alone',
  ],
  checkDaily: ['asks', 'before it is on'],
  describeLicences: ['own', 'texts'],
  searchHistory: ['own', 'masked when it is kept'],
  countHistory: ['own', 'numbers'],
  findHistoryMatches: ['own', 'masked when it is kept'],
  openHistoryEntry: ['own', 'masked when it is kept'],
  markHistoryEntry: ['own', 'a star, a note'],
  deleteHistoryEntries: ['own', 'deletes'],
  clearHistory: ['own', 'deletes, after a while'],
  undoClearHistory: ['own', 'what was cleared a moment ago'],
  measureHistory: ['own', 'numbers'],
  planReplay: ['own', 'sends nothing; names of secrets only'],
  replayExchange: ['guarded', 'production, another profile, hosts of secrets; the plan that was shown'],
  replayManyTimes: ['guarded', 'refused on production and under another profile'],
  requestFromHistory: ['own', 'references in place of secrets'],
  exportHistory: ['asks', 'the person chooses the file; no secrets'],
  listSavedRequests: ['own', 'no secret'],
  openSavedRequest: ['own', 'references in place of secrets'],
  saveRequest: ['own', 'values of secrets go in; a reference keeps its secret, and never shows it'],
  placeSavedRequest: ['own', 'its folder and its place there'],
  pinExample: ['own', 'masked as the history is, and small'],
  saveRunReport: ['asks', 'the person chooses the file; card data is masked'],
  exportK6Script: [
    'asks',
    'the person chooses the file; no value of a secret header, and nothing of production',
  ],
  moveSavedFolder: ['own', 'its name and place'],
  moveSavedRequests: ['own', 'their folders'],
  deleteSavedRequests: ['own', 'deletes, with its secrets'],
  undoDeleteSavedRequests: [
    'own',
    'what was deleted a moment ago; its secrets go back to the keychain unseen',
  ],
  runSavedRequests: ['guarded', 'as any send; one question for all of them, with their number and hosts'],
  exportRequestFolder: ['asks', 'the person chooses the folder; no value of a secret header'],
  exportRequestFile: ['asks', 'the person chooses the file; no value of a secret header'],
  importRequests: ['asks', 'the person chooses the file'],
  describeLiveFolders: ['own', 'paths, names of files, and what is wrong in them; no secret'],
  openLiveFolder: [
    'asks',
    'the person chooses the folder; no request names a path, and links are not followed',
  ],
  closeLiveFolder: ['own', 'files stay as they are; secrets of its requests are forgotten'],
  lookAtLiveFolder: ['own', 'looks again at what the person has opened'],
  giveRequestId: ['own', 'an ID in a file of a folder that the person has opened'],
  describeStorage: ['own', 'a state'],
  retryStorage: ['own', 'tries the keychain again'],
  wakeStorage: ['own', 'starts a process of the app that was open before'],
  describeGrants: ['own', 'times'],
  endGrant: ['own', 'asks more, not less'],
  describeSecretHosts: ['own', 'names of headers and hosts'],
  allowSecretHost: ['asks', 'names the header, the hosts so far and the new one'],
  forgetSecretHost: ['own', 'a secret without hosts is asked about again'],
  lookUpSession: ['bound', 'a GET of the active profile'],
  lookUpElsewhere: ['bound', 'a GET of 8 profiles at most, none for production, as after a switch to them'],
  awaitSessionCheck: ['own', 'what an answer was found to be, which the window has'],
  lookUpSessions: [
    'bound',
    'GETs of the active profile, at its rate limit; many on production are asked about',
  ],
  openSessionLine: ['own', 'what was read, from memory or the history'],
  listSessionLists: ['own', 'names and numbers'],
  openSessionList: ['own', 'what was read'],
  nameSessionList: ['own', 'a name'],
  deleteSessionList: ['own', 'deletes; it can be undone for a while'],
  undoDeleteSessionList: ['own', 'a list that was deleted a moment ago'],
  listRecentSessions: ['own', 'ids and names'],
  pinRecentSession: ['own', 'a mark'],
  clearRecentSessions: ['own', 'deletes'],
  undoClearRecentSessions: ['own', 'ids that were cleared a moment ago'],
  listBuyers: ['bound', 'a GET of the active profile'],
  loadList: ['bound', 'GETs of the active profile, below its base URL; any other method is refused'],
  loadBuyers: ['bound', 'GETs of the active profile'],
  resumeBuyersLoad: ['bound', 'GETs of the profile it was begun with'],
  pauseBuyersLoad: ['own', 'waits'],
  describeStoppedLoad: ['own', 'a place'],
  discardStoppedLoad: ['own', 'forgets a place'],
  sendRequest: ['guarded', 'read-only, production, card numbers, another profile, hosts of secrets'],
  listOpenSends: ['own', 'ids of drafts'],
  isOut: ['bound', 'nothing is sent; tells only whether Send would ask about an earlier one'],
  dryRun: ['bound', 'to the Local sandbox on this computer alone, with its own token, without secrets'],
  listDocuments: ['own', 'what the documents say; no secret'],
  addDocument: ['own', 'a text of the page, read in a process of its own; nothing of it is fetched or run'],
  reviewReplacement: ['own', 'as addDocument; nothing is changed by it'],
  replaceDocument: ['own', 'the version that was reviewed'],
  assignDocument: ['own', 'which profiles a document is shown for'],
  removeDocument: ['own', 'it can be undone for a while'],
  undoRemoveDocument: ['own', 'a document that was removed a moment ago'],
  describeOperation: ['own', 'what a document says'],
  describeModel: ['own', 'what a document says'],
  checkByDocument: ['own', 'a text of the page against a document, in a process that is ended at a limit'],
  listServedDocuments: ['own', 'titles and numbers'],
  serveDocument: [
    'own',
    'made-up answers on this computer, for whoever has its token; ended when it holds up',
  ],
  stopServingDocument: ['own', 'the answers are gone'],
  examplesByDocument: ['own', 'what a document says'],
  openDrafts: ['own', 'references in place of secrets that were kept'],
  keepDraft: ['own', 'what was typed'],
  openRequestDraft: ['own', 'references in place of secrets that were kept'],
  keepRequestDraft: ['own', 'what was typed'],
  openTyped: ['own', 'what was typed into forms without secrets, card data masked'],
  keepTyped: ['own', 'what was typed'],
  arrangeDrafts: ['own', 'their order'],
  findMissingSecrets: ['own', 'ids whose values nobody knows'],
  discardDraft: ['own', 'deletes'],
  readComposerLibrary: ['own', 'names the person gave to ids'],
  keepComposerLibrary: ['own', 'names the person gave to ids'],
  beginExport: ['asks', 'the person chooses the file'],
  writeExport: ['own', 'into the file that was chosen'],
  finishExport: ['own', 'the file that was chosen'],
  abandonExport: ['own', 'the file that was chosen'],
};

it('says for every bridge request why a compromised page cannot misuse it', () => {
  expect(Object.keys(THREATS).sort()).toEqual([...bridgeRequestNames].sort());
  for (const [, why] of Object.values(THREATS)) expect(why).not.toBe('');
});

it('has no request that could answer a question', () => {
  expect(bridgeRequestNames.filter((name) => /answer|question|ticket/i.test(name))).toEqual([]);
});

it('has no request that the window never makes', () => {
  const sources = readdirSync('src/renderer', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(?:ts|vue)$/.test(path))
    .map((path) => readFileSync(join('src/renderer', path), 'utf8'))
    .join('\n');
  expect(bridgeRequestNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
