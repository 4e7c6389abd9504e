import { countOf } from '@shared/text/count-of';
import { ASKS_FIRST } from '@renderer/components/asks-first';
import type { DraftFinding } from '@shared/vault-forward/finding';

/** Whether a draft can be sent, in a few words beside Send. */
export interface Readiness {
  readonly tone: 'ready' | 'warning' | 'error' | 'neutral';
  readonly words: string;
}

export interface ReadinessFacts {
  readonly findings: readonly DraftFinding[];
  /** True while nothing was entered and nobody tried to send it. */
  readonly quiet: boolean;
  /** True once somebody has tried to send it. */
  readonly tried: boolean;
  /** True if main will ask before sending. */
  readonly asks: boolean;
}

export function describeReadiness({ findings, quiet, tried, asks }: ReadinessFacts): Readiness {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const onlyUrl = errors.length === 1 && errors[0]?.code === 'url-missing';
  if (quiet || (onlyUrl && !tried)) return { tone: 'neutral', words: 'Enter a destination' };
  if (errors.length > 0)
    return { tone: 'error', words: `${countOf(errors.length, 'error')} ${stops(errors.length)}` };
  if (asks) return { tone: 'warning', words: ASKS_FIRST };
  return warnings > 0
    ? { tone: 'warning', words: `Ready, ${countOf(warnings, 'warning')}` }
    : { tone: 'ready', words: 'Ready to send' };
}

/** `3 errors stop it, 1 warning does not`, for the head of the findings. */
export function describeFindings(findings: readonly DraftFinding[]): string {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  if (errors > 0) {
    const rest =
      warnings === 0 ? '' : `, ${countOf(warnings, 'warning')} ${warnings === 1 ? 'does' : 'do'} not`;
    return `${countOf(errors, 'error')} ${stops(errors)}${rest}`;
  }
  if (warnings > 0) return countOf(warnings, 'warning');
  return notes > 0 ? countOf(notes, 'note') : 'no findings';
}

function stops(errors: number): string {
  return errors === 1 ? 'stops it' : 'stop it';
}
