/** The address of the desk: browsers keep its cookie only for encrypted pages and for this machine by its name. */
export function deskAddress(baseURL = 'http://127.0.0.1:8080'): string {
  return baseURL.replace('//127.0.0.1', '//localhost');
}
