import { ApiFailure } from '@/api/api-failure';
import { addressOf } from '@/desk/api/client';
import { DeskProblem } from '@/desk/api/problem';
import { isEndedSession, reportSignedOut } from '@/desk/api/signed-out';
import { questionQuery, type ReportQuestion } from './report';

const TIMEOUT_MILLISECONDS = 30_000;

/** The table of a report and the name of its file. */
export async function downloadTable(question: ReportQuestion): Promise<{ content: Blob; name: string }> {
  const address = addressOf('/api/desk/reports/{name}', { name: question.name }, questionQuery(question));
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { accept: 'text/csv' },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch {
    throw new ApiFailure(0, 'network');
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const problem = new DeskProblem(response, typeof body === 'object' && body !== null ? body : {});
    if (isEndedSession(problem.code)) reportSignedOut(problem.code);
    throw problem;
  }
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { content: await response.blob(), name: name ?? `${question.name}.csv` };
}
