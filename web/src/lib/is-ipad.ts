/** Whether it is the browser of an iPad, which by default reports itself as a Mac and is told from one by its touch screen. */
export function isIpad({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return userAgent.includes('iPad') || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
