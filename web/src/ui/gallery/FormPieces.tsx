import { useState } from 'react';
import { Avatar } from '../Avatar';
import { Card } from '../Card';
import { Checkbox } from '../Checkbox';
import { CodeBoxes } from '../CodeBoxes';
import { DateField } from '../DateField';
import { TextField } from '../Field';
import { GenderPicker } from '../GenderPicker';
import { PasswordField } from '../PasswordField';
import { PhoneField } from '../PhoneField';
import { RadioGroup } from '../RadioGroup';
import { Switch } from '../Switch';

/** Form fields: empty, filled, invalid and disabled. */
export function FormPieces() {
  const [gender, setGender] = useState<'male' | 'female' | 'other' | ''>('female');
  const [on, setOn] = useState(true);
  const [reason, setReason] = useState<'a' | 'b' | null>('a');
  return (
    <section className="grid items-start gap-6 md:grid-cols-2">
      <Card className="grid gap-5">
        <TextField label="Full name" placeholder="Asha Patel" />
        <TextField label="Email" defaultValue="asha@" error="Invalid email address" />
        <PhoneField label="Phone number" defaultValue="98765 43210" hint="We send a code to it." />
        <PhoneField label="Phone number" defaultValue="98765 43210" disabled hint="Phone number can not be change" />
        <PasswordField label="Password" defaultValue="pickleball" autoComplete="current-password" />
        <DateField label="Birthdate" />
      </Card>
      <Card className="grid gap-5">
        <GenderPicker
          legend="Gender"
          value={gender}
          onChange={setGender}
          options={[
            { value: 'male', label: 'Male' },
            { value: 'female', label: 'Female' },
            { value: 'other', label: 'Other' },
          ]}
        />
        <CodeBoxes label="Code from the SMS" />
        <CodeBoxes label="Code from the SMS" error="OTP must be exactly 6 digits" />
        <RadioGroup
          legend="Why?"
          value={reason}
          onChange={setReason}
          options={[
            { value: 'a', label: 'Found a better court elsewhere' },
            { value: 'b', label: 'Unfavorable weather conditions' },
          ]}
        />
        <Switch label="Game reminders" hint="A text and a mail before you play." on={on} onSwitch={setOn} />
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <a href="/terms-and-conditions" className="font-semibold underline">
                terms and conditions
              </a>
            </>
          }
          error="You must agree to the terms and conditions"
        />
        <div className="flex items-center gap-3">
          <Avatar name="Asha Patel" size="sm" />
          <Avatar name="Asha Patel" />
          <Avatar name="Asha Patel" size="lg" />
        </div>
      </Card>
    </section>
  );
}
