import type { ImportedRequest } from '@shared/import/imported-request';
import { importCurl } from './curl';

export function requestOf(command: string): ImportedRequest {
  const imported = importCurl(command);
  if (!imported.ok) throw new Error(`${imported.problem.title} ${imported.problem.meaning}`);
  return imported.value.request;
}

export function notesOf(command: string): readonly string[] {
  const imported = importCurl(command);
  return imported.ok ? imported.value.notes : [];
}
