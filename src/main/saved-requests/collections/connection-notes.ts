import { fieldOf, scalarText } from '@shared/json/unknown-fields';

/** What a collection says about connections, as its file has it. */
interface ConnectionSettings {
  readonly cookies?: unknown;
  readonly proxy?: unknown;
  readonly clientCertificates?: unknown;
  readonly authorities?: unknown;
}

/**
 * Says which of these were left out: the service calls the destination, so that what the tool had for its own
 * connections has no effect here. Says nothing of what is there and empty, or switched off, as in most files.
 */
export function connectionNotes(settings: ConnectionSettings): string[] {
  return [
    ...(isFilled(settings.cookies) ? ['Its cookies were left out.'] : []),
    ...(isProxy(settings.proxy) ? ['Its proxy was left out: the service calls the destination itself.'] : []),
    ...(isFilled(settings.clientCertificates)
      ? ['Its client certificates were left out: set up an authentication method of the service.']
      : []),
    ...(isFilled(settings.authorities) ? ['Its CA certificates were left out.'] : []),
  ];
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
