import type { DatabaseState } from '@shared/app/database-state';
import type { FileNotice } from './database-files';

const NOT_ADDED =
  'What the app had noted last before it ended could not be added to the history yet: exchanges may be missing from it until the next start of the app that can write. Before a request that may do something a second time, you are asked.';

/** What the person is told about the file when it is opened. */
export class OpeningNotices {
  private readonly sentences: string[] = [];
  /** Paths of the files they mention. */
  private readonly places: string[] = [];
  /** True if nothing could be read of a file that was set aside. */
  hidesAll = false;
  /** True if the open database lacks something that an earlier run had noted ahead of it. */
  lacksNoted = false;

  add(sentence: string): void {
    this.sentences.push(sentence);
  }

  addFile({ words, place, hidesAll }: FileNotice): void {
    this.add(words);
    if (place !== undefined) this.places.push(place);
    this.hidesAll ||= hidesAll === true;
  }

  /** The detail, followed by all notices. */
  behind(detail: string): string {
    return [detail, ...this.all, ...this.places].join(' ');
  }

  /** The state of the database while the file is open. */
  get state(): DatabaseState {
    return {
      kind: 'open',
      notice: this.all.length === 0 ? null : this.all.join(' '),
      ...(this.places.length === 0 ? {} : { places: this.places.join('\n') }),
      ...(this.hidesSome ? { hidesKept: true } : {}),
    };
  }

  /** True if what was kept before is unknown, entirely or in part. */
  get hidesSome(): boolean {
    return this.hidesAll || this.lacksNoted;
  }

  private get all(): readonly string[] {
    return this.lacksNoted ? [...this.sentences, NOT_ADDED] : this.sentences;
  }
}
