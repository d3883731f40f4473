/** Whether an answer is a page of HTML, such as that of a hotspot or a proxy in the place of a file. */
export function isHtmlPage({ headers }: Response): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('text/html') === true;
}
