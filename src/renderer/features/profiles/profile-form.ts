import {
  DEFAULT_MERCHANT_HEADER,
  DEFAULT_TIMEOUTS,
  type Environment,
  type Profile,
  type ProxyChoice,
} from '@shared/profiles/profile';
import type { ProfileDraft } from '@shared/profiles/profile-rules';

/** The contents of the form's fields: typed values are text, kept as they were typed. */
export interface ProfileForm {
  name: string;
  environment: Environment;
  baseUrl: string;
  merchantAccountId: string;
  merchantHeader: string;
  readOnly: boolean;
  connectMs: string;
  totalMs: string;
  proxyKind: ProxyChoice['kind'];
  proxyUrl: string;
  extraCaFile: string;
  certificateFile: string;
  keyFile: string;
  variables: { name: string; value: string }[];
}

/** Milliseconds as people think of them: `10 s`; text that is not a number stays as it was typed. */
export function inSeconds(typed: string): string {
  return /^\d+$/.test(typed.trim()) ? `${Number(typed) / 1_000} s` : `${typed} ms`;
}

export function emptyForm(): ProfileForm {
  return {
    name: '',
    environment: 'sandbox',
    baseUrl: '',
    merchantAccountId: '',
    merchantHeader: DEFAULT_MERCHANT_HEADER,
    readOnly: false,
    connectMs: String(DEFAULT_TIMEOUTS.connectMs),
    totalMs: String(DEFAULT_TIMEOUTS.totalMs),
    proxyKind: 'system',
    proxyUrl: '',
    extraCaFile: '',
    certificateFile: '',
    keyFile: '',
    variables: [],
  };
}

export function formOf(profile: ProfileDraft): ProfileForm {
  return {
    name: profile.name,
    environment: profile.environment,
    // The Local sandbox gets its address from its server, perhaps while the form is open; nobody types it.
    baseUrl: profile.environment === 'local' ? '' : (profile.baseUrl ?? ''),
    merchantAccountId: profile.merchantAccountId ?? '',
    merchantHeader: profile.merchantHeader,
    readOnly: profile.readOnly,
    connectMs: String(profile.timeouts.connectMs),
    totalMs: String(profile.timeouts.totalMs),
    proxyKind: profile.proxy.kind,
    proxyUrl: profile.proxy.kind === 'manual' ? profile.proxy.url : '',
    extraCaFile: profile.extraCaFile ?? '',
    certificateFile: profile.clientCertificate?.certificateFile ?? '',
    keyFile: profile.clientCertificate?.keyFile ?? '',
    variables: profile.variables.map((row) => ({ ...row })),
  };
}

/** The form as an unchecked draft: a time-out that is not a whole number becomes NaN, which the rules reject. */
export function draftOf(form: ProfileForm): ProfileDraft {
  const { certificateFile, keyFile } = form;
  return {
    name: form.name,
    environment: form.environment,
    baseUrl: form.baseUrl === '' ? null : form.baseUrl,
    merchantAccountId: form.merchantAccountId === '' ? null : form.merchantAccountId,
    merchantHeader: form.merchantHeader,
    readOnly: form.readOnly,
    timeouts: { connectMs: wholeNumber(form.connectMs), totalMs: wholeNumber(form.totalMs) },
    proxy: form.proxyKind === 'manual' ? { kind: 'manual', url: form.proxyUrl } : { kind: form.proxyKind },
    extraCaFile: form.extraCaFile === '' ? null : form.extraCaFile,
    clientCertificate: certificateFile === '' && keyFile === '' ? null : { certificateFile, keyFile },
    variables: form.variables.map((row) => ({ ...row })),
  };
}

function wholeNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
}

/** True if the form differs from the saved profile. */
export function isChanged(form: ProfileForm, saved: Profile | null): boolean {
  return JSON.stringify(form) !== JSON.stringify(saved === null ? emptyForm() : formOf(saved));
}
