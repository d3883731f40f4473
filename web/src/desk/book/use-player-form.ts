import { useEffect, useRef, useState, type RefObject } from 'react';
import { isFullName } from '@/lib/full-name';
import type { BookRequest } from '@/desk/api/bookings';
import type { FoundPlayer } from '@/desk/api/players';
import { readBookingFor, setBookingFor, type WrittenFor } from '@/desk/lib/booking-for';
import { phoneProblem } from '@/desk/lib/phone-problem';
import { bookTexts } from './texts';
import { isWholePhone, onlyTender, type TypedTender } from '@/desk/lib/typed-player';
import { usePlayerSearch, type PlayerSearch } from './use-player-search';

/** The player of a booking, and the person who comes instead. */
export interface ChosenPlayer {
  player: BookRequest['player'];
  /** The player's name; a guest without one is called a guest. */
  name: string;
  contact_name: string | null;
}

export interface PlayerForm {
  field: RefObject<HTMLInputElement | null>;
  nameField: RefObject<HTMLInputElement | null>;
  text: string;
  name: string;
  contact: string;
  search: PlayerSearch;
  /**
   * The found player whom Enter books for: the first one, or the one who was chosen; undefined if the search does not find that one, or
   * has no answer for the text as it is now.
   */
  chosen: FoundPlayer | undefined;
  /** Whether no player has the typed number, so that the new one needs a name. */
  isNew: boolean;
  /** Whether Enter waits for the players of the text as it is now. */
  isWaiting: boolean;
  errors: { player: string | undefined; name: string | undefined; contact: string | undefined };
  setText: (text: string) => void;
  setName: (name: string) => void;
  setContact: (name: string) => void;
  choose: (player: FoundPlayer) => void;
  /** Empties the fields for the next caller. */
  empty: () => void;
  /** Whether the booking is for a guest who gives no number; the field then has the name, if there is one. */
  isGuest: boolean;
  /** Whether the clerk chose that. */
  isGuestChosen: boolean;
  /** How a guest without a name pays, if a letter says so; null otherwise. */
  typedTender: TypedTender | null;
  /** If `isGuest`, the name of the guest; empty if none was given. */
  guestName: string;
  /** The request written down without a network that is booked now; undefined for any other booking. */
  written: WrittenFor | undefined;
  /** The text that the field had at first; empty if no player was chosen before. */
  firstText: string;
  setGuest: (to: boolean) => void;
  /**
   * Returns the player to book for; null if a detail is missing or wrong, if it has to wait for the search and that does not find
   * exactly one player, or `contact` is filled in, and at once while an earlier call waits for it.
   */
  read: () => Promise<ChosenPlayer | null>;
}

/** Whether nothing was typed. */
const isEmptyText = (text: string) => text.trim() === '';

/**
 * The fields that say whom a booking is for. `refused` has the codes of the fields that the server refused, and `onEdit` is
 * called when a field is changed. `isPaid` is whether the booking is paid at once: for a walk-in who pays, nothing has to be
 * typed. `mayPay` is whether a letter can choose that.
 */
export function usePlayerForm(
  venue: number,
  refused: Readonly<Record<string, string>>,
  onEdit: () => void,
  isPaid: boolean,
  mayPay: boolean,
): PlayerForm {
  const field = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  // The player who was chosen before the hour.
  const [before] = useState(readBookingFor);
  useEffect(() => setBookingFor(null), []);
  const [text, setText] = useState(before?.text ?? '');
  const [name, setName] = useState(before?.written?.name ?? '');
  const [contact, setContact] = useState('');
  const [picked, setPicked] = useState<string | null>(before?.player ?? null);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isTried, setIsTried] = useState(false);

  const [isGuestChosen, setIsGuestChosen] = useState(false);
  const typedTender = mayPay ? onlyTender(text) : null;
  const guestName = typedTender === null ? text.trim() : '';
  const isGuest = isGuestChosen || typedTender !== null || (isPaid && isEmptyText(text));

  const search = usePlayerSearch(venue, isGuestChosen ? '' : text);
  const { typed, players, isCurrent } = search;
  // Players who were found for an earlier text are not chosen: the clerk may not have meant them.
  const wanted = picked === null ? players[0] : players.find(({ id }) => id === picked);
  const chosen = isCurrent ? wanted : undefined;
  const isNew = isCurrent && players.length === 0 && isWholePhone(typed);

  function edit(change: () => void): void {
    change();
    setIsTried(false);
    onEdit();
  }

  function known({ id, name: called }: FoundPlayer): ChosenPlayer {
    return { player: { id }, name: called, contact_name: contact.trim() === '' ? null : contact.trim() };
  }

  async function read(): Promise<ChosenPlayer | null> {
    if (isWaiting) return null;
    if (isGuest) {
      setIsTried(true);
      const guest = guestName === '' ? null : guestName;
      if (guest === null || isFullName(guest)) {
        return { player: { name: guest, no_phone: true }, name: guest ?? bookTexts.guest, contact_name: null };
      }
      field.current?.focus();
      return null;
    }
    if (chosen !== undefined) {
      setIsTried(true);
      return contact.trim() === '' || isFullName(contact) ? known(chosen) : null;
    }
    if (isNew && isWholePhone(typed)) {
      // The first Enter only leads to the field of the name; the next one shows its error.
      const isFirstEnter = name.trim() === '' && document.activeElement !== nameField.current;
      setIsTried(!isFirstEnter);
      nameField.current?.focus();
      if (!isFullName(name)) return null;
      return { player: { name: name.trim(), phone: typed.digits }, name: name.trim(), contact_name: null };
    }
    if (search.q !== null && !isCurrent) {
      setIsWaiting(true);
      const found = await search.find();
      setIsWaiting(false);
      // A single hit is the typed player. With several or none, the clerk sees what Enter does next.
      return found?.length === 1 && found[0] !== undefined && contact.trim() === '' ? known(found[0]) : null;
    }
    setIsTried(true);
    field.current?.focus();
    return null;
  }

  return {
    field,
    nameField,
    text,
    name,
    contact,
    search,
    chosen,
    isNew,
    isWaiting,
    errors: {
      player: refused['phone'] === undefined ? playerError() : bookTexts.phoneWrong,
      name: (isTried && isNew && !isFullName(name)) || refused['name'] !== undefined ? bookTexts.nameWrong : undefined,
      contact:
        (isTried && contact.trim() !== '' && !isFullName(contact)) || refused['contact_name'] !== undefined
          ? bookTexts.contactWrong
          : undefined,
    },
    setText: (to) =>
      edit(() => {
        setText(to);
        setPicked(null);
      }),
    setName: (to) => edit(() => setName(to)),
    setContact: (to) => edit(() => setContact(to)),
    isGuest,
    isGuestChosen,
    typedTender,
    guestName,
    written: before?.written,
    firstText: before?.text ?? '',
    setGuest: (to) =>
      edit(() => {
        setIsGuestChosen(to);
        setPicked(null);
        field.current?.focus();
      }),
    choose: ({ id }) => edit(() => setPicked(id)),
    empty: () =>
      edit(() => {
        setText('');
        setName('');
        setContact('');
        setPicked(null);
        setIsGuestChosen(false);
      }),
    read,
  };

  /** The error of the field of the player; shown only after the clerk tried to book. */
  function playerError(): string | undefined {
    if (isGuest) {
      const isWrong = (isTried && guestName !== '' && !isFullName(guestName)) || refused['name'] !== undefined;
      return isWrong ? bookTexts.nameWrong : undefined;
    }
    if (!isTried || chosen !== undefined || isNew) return undefined;
    // Of many players with one name the search lists only some, perhaps not the one who was chosen before the hour.
    if (isCurrent && players.length > 0) return bookTexts.notListed;
    if (typed.kind === 'digits') return phoneProblem(text, bookTexts.phoneWrong);
    return typed.kind === 'letters' && isCurrent ? bookTexts.nobodyCalled : bookTexts.playerMissing;
  }
}
