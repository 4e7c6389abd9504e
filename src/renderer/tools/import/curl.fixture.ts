import { escapeImported } from '@shared/import/escape-imported';
import type { Imported, ImportedRequest } from '@shared/import/imported-request';
import { importCurl } from './curl';

function read(command: string): Imported {
  const imported = importCurl(command);
  if (!imported.ok) throw new Error(`${imported.problem.title} ${imported.problem.meaning}`);
  return imported.value;
}

export function requestOf(command: string): ImportedRequest {
  return read(command).request;
}

/** The request with variables for what the command leaves open. */
export function openRequestOf(command: string): ImportedRequest {
  return escapeImported(read(command)).request;
}

export function notesOf(command: string): readonly string[] {
  const imported = importCurl(command);
  return imported.ok ? escapeImported(imported.value).notes : [];
}
