import type { DatabaseState } from '@shared/app/database-state';
import type { FileNotice } from './database-files';

/** What the person is told of the file when it is opened. */
export class OpeningNotices {
  private readonly sentences: string[] = [];
  /** Paths of the files that they name. */
  private readonly places: string[] = [];
  /** A file was set aside of which nothing could be read. */
  hidesAll = false;

  add(sentence: string): void {
    this.sentences.push(sentence);
  }

  addFile({ words, place, hidesAll }: FileNotice): void {
    this.add(words);
    this.places.push(place);
    this.hidesAll ||= hidesAll === true;
  }

  /** All of it, behind what came before. */
  behind(detail: string): string {
    return [detail, ...this.sentences, ...this.places].join(' ');
  }

  /** Of the file that is open. */
  get state(): DatabaseState {
    return {
      kind: 'open',
      notice: this.sentences.length === 0 ? null : this.sentences.join(' '),
      ...(this.places.length === 0 ? {} : { places: this.places.join('\n') }),
      ...(this.hidesAll ? { hidesKept: true } : {}),
    };
  }
}
