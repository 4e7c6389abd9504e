import { encodeWholeUrl } from '@shared/import/encode-url';
import { fieldOf, scalarText } from '@shared/json/unknown-fields';

/** What a collection says about connections, as its file has it. */
interface ConnectionSettings {
  readonly cookies?: unknown;
  readonly proxy?: unknown;
  readonly clientCertificates?: unknown;
  readonly authorities?: unknown;
  /** Off if redirects are not followed. */
  readonly redirects?: unknown;
  /** Off if certificates are not verified. */
  readonly verifies?: unknown;
  /** Off if the URL goes out as it is written. */
  readonly encodesUrl?: unknown;
  /** Only needed if it may go out as it is written. */
  readonly url?: string;
}

/**
 * Says which of these were left out: the service calls the destination, so that what the tool had for its own
 * connections has no effect here. Says nothing of what is there and empty, or switched off, as in most files.
 */
export function connectionNotes(settings: ConnectionSettings): string[] {
  return [
    ...(isFilled(settings.cookies) ? ['Its cookies were left out.'] : []),
    ...(isProxy(settings.proxy) ? [`Its proxy was left out${BY_SERVICE}`] : []),
    ...(isFilled(settings.clientCertificates)
      ? ['Its client certificates were left out: set up an authentication method of the service.']
      : []),
    ...(isFilled(settings.authorities) ? ['Its CA certificates were left out.'] : []),
    ...(isOff(settings.redirects) ? [`That it follows no redirects was left out${BY_SERVICE}`] : []),
    ...(isOff(settings.verifies) ? [`That it accepts any certificate was left out${BY_SERVICE}`] : []),
    ...(isOff(settings.encodesUrl) && isEncoded(settings.url ?? '')
      ? ['That its URL is sent as it is written was left out: here it is percent-encoded.']
      : []),
  ];
}

const BY_SERVICE = ': the service calls the destination itself.';

/** Insomnia says `off`, and Bruno's files are text. */
function isOff(setting: unknown): boolean {
  return setting === false || setting === 'false' || setting === 'off';
}

/** Whether it is changed by encoding, apart from templates. */
function isEncoded(url: string): boolean {
  const plain = url.replace(/\{\{[^{}]*\}\}|\{%[^%]*%\}/g, '');
  return encodeWholeUrl(plain) !== plain;
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/** Postman calls its host `host`; the others `hostname`, some of them in `config`. */
function isProxy(proxy: unknown): boolean {
  const isOff =
    fieldOf(proxy, 'disabled') === true ||
    fieldOf(proxy, 'enabled') === false ||
    fieldOf(proxy, 'inherit') === true;
  const hosts = [proxy, fieldOf(proxy, 'config')].flatMap((holder) => [
    fieldOf(holder, 'host'),
    fieldOf(holder, 'hostname'),
  ]);
  return !isOff && hosts.some((host) => scalarText(host) !== '');
}
