import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isFullName } from '@/lib/full-name';
import { useOnline } from '@/lib/online';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { bookingQuery, showWritten, type Booking } from '@/desk/api/bookings';
import { call, type RequestBody } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { toastWriteFailure, writeFailure } from '@/desk/api/write-failure';
import { useWrite } from '@/desk/api/use-write';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { useApproval } from '@/desk/approve/use-approval';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { phoneProblem } from '@/desk/lib/phone-problem';
import { useFocusBack } from '@/desk/lib/use-focus-back';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { addNumberTexts } from './add-number-texts';
import { KeyHint } from './KeyHint';

type AddNumberRequest = RequestBody<'put', '/api/desk/bookings/{order}/player'>;

/** Gives a phone number to the booking of a guest who had none: a form behind a button. Enter saves, Escape closes. */
export function AddNumber({ booking }: { booking: Booking }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  if (isOpen) return <NumberForm booking={booking} onClose={() => setIsOpen(false)} />;
  return (
    <Button ref={opener} variant="outline" size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
      {addNumberTexts.open}
    </Button>
  );
}

function NumberForm({ booking: { order, venue, version }, onClose }: { booking: Booking; onClose: () => void }) {
  const online = useOnline();
  const queryClient = useQueryClient();
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [isTried, setIsTried] = useState(false);
  const phoneField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  const approval = useApproval({ venue, permission: 'player.block', amount_paise: 0 });
  const way = useApprovalWay(approval);
  useEffect(() => phoneField.current?.focus({ preventScroll: true }), []);
  const write = useWrite<Booking, { version: number; body: AddNumberRequest }>({
    write: ({ version: seen, body }, key) =>
      call('put', '/api/desk/bookings/{order}/player', { params: { order }, version: seen, body, key }),
    onSuccess: (booking) => {
      showWritten(queryClient, booking);
      if (isSamePerson()) toast.success(addNumberTexts.done(booking.player.name));
    },
    // A colleague may have changed the booking; what was typed stays.
    onError: async (cause) => {
      approval.onRefused(cause);
      if (!isShown()) toastWriteFailure(cause, addNumberTexts.failed);
      if (fieldsOf(cause)['name'] !== undefined) nameField.current?.focus();
      await queryClient.invalidateQueries({ queryKey: bookingQuery(order).queryKey });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['board'] }),
  });
  const refused = fieldsOf(write.error);
  const isAsked = approval.isNeeded && hasCode(write.error, 'approval_needed');
  const failure = write.error === null || isAsked ? null : writeFailure(write.error, addNumberTexts.failed);
  const digits = nationalDigits(phone);
  const isPhoneWrong = digits.length !== PHONE_DIGITS;
  const isNameWrong = name.trim() !== '' && !isFullName(name);
  const nameError = refused['name'] === 'required' ? addNumberTexts.nameMissing : addNumberTexts.nameWrong;

  function save(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (isPhoneWrong || isNameWrong || !online || write.isPending) return;
    const approved = approval.read(way);
    if (approved === 'incomplete') return;
    const typedName = name.trim() === '' ? null : name.trim();
    const body = { ...(approved !== undefined && { approval: approved }), phone: digits, name: typedName };
    write.mutate({ version, body });
  }
  /** Closes the form, unless the number is being saved already. */
  function close() {
    if (!write.isPending) onClose();
  }
  function edit(change: () => void): void {
    change();
    setIsTried(false);
    if (write.isError) write.reset();
  }
  return (
    <form noValidate onSubmit={save} onKeyDownCapture={closeOnEscape(close)} className="mt-3 grid gap-3">
      <TextField
        ref={phoneField}
        label={addNumberTexts.phone}
        hint={online ? addNumberTexts.hint : addNumberTexts.offline}
        error={
          (isTried && isPhoneWrong) || refused['phone'] !== undefined
            ? phoneProblem(phone, addNumberTexts.phoneWrong)
            : undefined
        }
        // The answer, and the approval that it may need, are about the number that was sent: it stays until then.
        readOnly={write.isPending}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={20}
        value={phone}
        onChange={(event) =>
          edit(() => {
            setPhone(event.target.value);
            // Another number may be of a player who is not blocked.
            approval.clear();
          })
        }
      />
      <TextField
        ref={nameField}
        label={addNumberTexts.name}
        error={(isTried && isNameWrong) || refused['name'] !== undefined ? nameError : undefined}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => edit(() => setName(event.target.value))}
      />
      {approval.isNeeded && <ApprovalFields form={approval} what={addNumberTexts.addAllTheSame} onClose={close} />}
      {failure !== null && Object.keys(refused).length === 0 && (
        <Notice tone="warn" tight isLive title={failure.title}>
          {failure.message}
        </Notice>
      )}
      <div className="flex gap-2.5">
        <Button type="submit" variant="deep" size="sm" className="flex-1" isBusy={write.isPending} disabled={!online}>
          {addNumberTexts.save}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
        <Button variant="ghost" size="sm" disabled={write.isPending} onClick={onClose}>
          {addNumberTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
