import { DateField } from '@/ui/DateField';
import { TextField } from '@/ui/Field';
import { tidyGstin } from '@/desk/pay/gstin';
import type { BrandSettings } from './brand';
import { ColourField } from './ColourField';
import { gstinError, NEEDED, type Field, type TypedFields } from './draft';
import { RuleField } from './RuleField';
import { isRule } from './rules';
import { brandTexts } from './texts';

/** The keyboard that a phone shows for a field. */
const KEYBOARDS: Partial<Record<Field, { type?: string; inputMode?: 'tel' | 'email' | 'url' | 'decimal' }>> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email' },
  grievance_email: { type: 'email', inputMode: 'email' },
  whatsapp_url: { inputMode: 'url' },
  community_url: { inputMode: 'url' },
  coaching_url: { inputMode: 'url' },
  instagram_url: { inputMode: 'url' },
  facebook_url: { inputMode: 'url' },
  map_embed_url: { inputMode: 'url' },
  paddle_fee_paise: { inputMode: 'decimal' },
};

/** The most characters of a field that takes fewer than 500. */
const MOST_CHARACTERS: Partial<Record<Field, number>> = { name: 60, short_name: 60, sac: 40, place_of_supply: 40 };

/** One field of the brand, with its hint. */
export function BrandField({
  field,
  typed,
  wrong,
  settings,
  readOnly,
  onEdit,
}: {
  field: Field;
  typed: TypedFields;
  /** The code of the error of the field. */
  wrong: string | undefined;
  settings: BrandSettings;
  readOnly: boolean;
  onEdit: (changes: Partial<TypedFields>) => void;
}) {
  const error = wrong === undefined ? undefined : messageOf(wrong, field);
  if (isRule(field)) {
    return (
      <RuleField
        rule={field}
        value={typed[field]}
        settings={settings}
        error={error}
        readOnly={readOnly}
        onValue={(value) => onEdit({ [field]: value })}
      />
    );
  }
  const props = {
    label: brandTexts.fields[field],
    name: field,
    value: typed[field],
    readOnly,
    required: NEEDED.includes(field),
    autoComplete: 'off',
    hint: hintOf(field, typed, settings.map_hosts),
    error,
    onChange: (event: { target: { value: string } }) => onEdit({ [field]: event.target.value }),
  };
  if (field === 'terms_since') return <DateField {...props} />;
  if (field === 'accent' || field === 'court') {
    return (
      <ColourField
        role={field}
        value={typed[field]}
        error={error}
        readOnly={readOnly}
        onChange={(colour) => onEdit({ [field]: colour })}
      />
    );
  }
  const isGstin = field === 'gstin';
  function tidy() {
    const gstin = tidyGstin(typed.gstin);
    // An edit removes the errors of the server.
    if (gstin !== typed.gstin) onEdit({ gstin });
  }
  return (
    <TextField
      {...props}
      {...KEYBOARDS[field]}
      spellCheck={field === 'hero_title' || field === 'tagline'}
      autoCapitalize={isGstin ? 'characters' : undefined}
      className={isGstin ? 'figures uppercase' : ''}
      onBlur={isGstin ? tidy : undefined}
    />
  );
}

function hintOf(field: Field, typed: TypedFields, mapHosts: readonly string[]): string {
  if (field === 'map_embed_url') {
    return brandTexts.hints.map_embed_url(mapHosts.map((host) => host.replace('https://', '')).join(', '));
  }
  if (field === 'gstin' && typed.gstin.trim().length >= 15) {
    // Checked while it is typed, so that a wrong digit is seen before it is saved.
    const wrong = gstinError(typed.gstin);
    return wrong === null ? `${brandTexts.gstinGood} ${brandTexts.hints.gstin}` : messageOf(wrong, field);
  }
  return brandTexts.hints[field];
}

function messageOf(code: string, field: Field): string {
  if (code === 'rule_range' && Object.hasOwn(brandTexts.ranges, field)) {
    return brandTexts.ranges[field as keyof typeof brandTexts.ranges];
  }
  const { length, ...texts } = brandTexts.wrong;
  if (code === 'length') return length(MOST_CHARACTERS[field] ?? 500);
  return Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : texts.other;
}
