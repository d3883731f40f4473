/** The facts that texts may refer to in braces. A fact that the operator has not given is null. */
export interface Facts {
  /** The operator's name as players know it. */
  brand: string | null;
  /** The party to the contract. */
  legal_name: string | null;
  address: string | null;
  email: string | null;
  phone: string | null;
  grievance_officer: string | null;
  /** The operator's own address if no other was given. */
  grievance_email: string | null;
  gstin: string | null;
  /** The city whose courts of law have jurisdiction. */
  jurisdiction: string | null;
  /** "1 November 2026": the day from which the terms and policies apply. */
  since: string | null;
  /** "6 hours": the time before the start in which a booking cannot be cancelled; null if there is none. */
  cancel_time: string | null;
  /** "more than 6 hours before the start": when a booking can be cancelled. */
  cancel_before: string | null;
  /** As `cancel_before`, if nothing is kept of a cancelled booking; else null. */
  cancel_free_before: string | null;
  /** "₹30": what is kept of a cancelled booking; null if nothing is. */
  bank_charge: string | null;
  /** "24 hours": how long a player whose court was closed chooses another hour; null if nothing is offered. */
  answer_time: string | null;
  /** "Friday": the day on which refunds are sent. */
  refund_day: string | null;
  /** The most players of a booking. */
  players: string | null;
  min_age: string | null;
  /** "10 minutes". */
  hold_time: string | null;
  /** Days without use after which a session ends. */
  session_idle_days: string | null;
  /** Days after which a session ends in any case. */
  session_max_days: string | null;
  /** "₹2,500": what a damaged paddle costs; null if nothing. */
  paddle_fee: string | null;
  /** "Riverside Arena (8 courts) and Old Mill (12 courts)". */
  courts_by_venue: string | null;
  /** Shortest play in minutes, and the minutes of handover after it; the latter null if there are none. */
  play_minutes: string | null;
  handover_minutes: string | null;
  /** As `play_minutes`, if there is no handover after it; else null. */
  whole_slot_minutes: string | null;
  /** "6:00 AM": the earliest start of a day at any venue. */
  first_start: string | null;
  /** "10:59 PM": the last minute that more days have than any other one; of several such ones the earliest. */
  last_minute: string | null;
  /** "11:59 PM": the last minute of the day that ends last; null if that is `last_minute`. */
  latest_minute: string | null;
  /** "₹800": the standard rate per hour; null if it differs between venues. */
  standard_rate: string | null;
  /** The lowest and the highest standard rate per hour; null if all venues have the same. */
  lowest_rate: string | null;
  highest_rate: string | null;
  /** "1 month", "30 days": how far ahead players book; null if it differs between venues. */
  horizon: string | null;
  /** The shortest and the longest time that players book ahead; null if all venues have the same. */
  shortest_horizon: string | null;
  longest_horizon: string | null;
}

/** The name of a fact. */
export type Fact = keyof Facts;

const NONE: Facts = {
  brand: null,
  legal_name: null,
  address: null,
  email: null,
  phone: null,
  grievance_officer: null,
  grievance_email: null,
  gstin: null,
  jurisdiction: null,
  since: null,
  cancel_time: null,
  cancel_before: null,
  cancel_free_before: null,
  bank_charge: null,
  answer_time: null,
  refund_day: null,
  players: null,
  min_age: null,
  hold_time: null,
  session_idle_days: null,
  session_max_days: null,
  paddle_fee: null,
  courts_by_venue: null,
  play_minutes: null,
  handover_minutes: null,
  whole_slot_minutes: null,
  first_start: null,
  last_minute: null,
  latest_minute: null,
  standard_rate: null,
  lowest_rate: null,
  highest_rate: null,
  horizon: null,
  shortest_horizon: null,
  longest_horizon: null,
};

/** These facts, with all other facts missing. */
export function factsWith(given: Partial<Facts>): Facts {
  return { ...NONE, ...given };
}

/** Whether a text may refer to a fact of this name. */
export function isFact(name: string): name is Fact {
  return Object.hasOwn(NONE, name);
}
