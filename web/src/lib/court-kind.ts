/** The kind of a court as drawings name it, from the type of a server's answer; a court of an unknown type is outdoor. */
export function courtKind(type: string | undefined): 'outdoor' | 'indoor' {
  return type === 'INDOOR' ? 'indoor' : 'outdoor';
}
