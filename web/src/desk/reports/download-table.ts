import { ApiFailure } from '@/api/api-failure';
import { isHtmlPage } from '@/lib/html-page';
import { addressOf } from '@/desk/api/client';
import { DeskProblem } from '@/desk/api/problem';
import { endedSessions, isSessionEnd, reportRefusedSession } from '@/desk/api/signed-out';
import { questionQuery, type ReportQuestion } from './report';

const TIMEOUT_MILLISECONDS = 30_000;

/** A table and the name of its file. */
export interface Table {
  content: Blob;
  name: string;
}

/** Loads the table of a report. */
export const downloadTable = (question: ReportQuestion) =>
  download(
    addressOf('/api/desk/reports/{name}', { name: question.name }, questionQuery(question)),
    `${question.name}.csv`,
  );

/** Loads the table of the courts at the coming prime hours, free or not. */
export const downloadPrimeHours = (venue: number) =>
  download(addressOf('/api/desk/prime-hours', {}, { venue: String(venue) }), 'prime-hours-list.csv');

async function download(address: string, fallback: string): Promise<Table> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const sessions = endedSessions();
  let response: Response;
  let content: Blob;
  try {
    response = await fetch(address, { headers: { accept: 'text/csv' }, cache: 'no-store', signal });
    content = await response.blob();
  } catch {
    throw new ApiFailure(0, signal.aborted ? 'timeout' : 'network');
  }
  if (!response.ok) {
    const body = await content
      .text()
      .then((text): unknown => JSON.parse(text))
      .catch(() => null);
    const problem = new DeskProblem(response, typeof body === 'object' && body !== null ? body : {});
    if (isSessionEnd(problem.code)) reportRefusedSession(problem.code, sessions);
    throw problem;
  }
  // The page of a hotspot or a proxy in the table's place.
  if (isHtmlPage(response)) throw new ApiFailure(0, 'network');
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { content, name: name ?? fallback };
}
