import { answer, api } from '@/api/client';

/** The slot that a player wants to hold. */
export interface WantedSlot {
  sport_id: number;
  venue_id: number;
  court_id: number;
  date: string;
  time: string;
}

/** Holds a court. A repeated call for the same slot returns the same order. */
export function addTimes(slot: WantedSlot) {
  return answer(api.POST('/api/user/add_times', { body: slot }));
}
