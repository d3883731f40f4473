/** Whether it is the browser of an iPad, which by default reports itself as a Mac; but no Mac has a touch screen. */
export function isIpad({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return userAgent.includes('iPad') || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
