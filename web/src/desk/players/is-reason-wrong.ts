import { countCharacters } from '@/lib/count-characters';

const MOST_CHARACTERS = 200;

/** Whether the server would refuse this reason: it is empty, or longer than 200 characters. */
export function isReasonWrong(reason: string): boolean {
  return reason === '' || countCharacters(reason) > MOST_CHARACTERS;
}
