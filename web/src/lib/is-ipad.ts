/** Whether the browser runs on an iPad. By default it reports itself as a Mac, but a Mac has no touch screen. */
export function isIpad({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return userAgent.includes('iPad') || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
