import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { paths } from '@/desk/lib/paths';
import type { BrandSettings } from './brand';
import { changedFields, FIELDS, isForm, NEEDED, PARTS, type FormPart, type Part, type TypedFields } from './draft';
import { isRule } from './rules';
import { brandTexts } from './texts';

/** The parts, each with what is in it and what is missing. */
export function PartList({
  settings,
  typed,
  before,
}: {
  settings: BrandSettings;
  typed: TypedFields;
  before: TypedFields;
}) {
  const changed = changedFields(typed, before);
  return (
    <ul className="rows rounded-xl border border-line bg-card">
      {PARTS.map((part) => {
        // The texts of the messages are not read here.
        const state = isForm(part) ? stateOf(part, typed) : null;
        const notes = [state?.text, isChanged(part, changed) ? brandTexts.unsavedHere : undefined].filter(Boolean);
        return (
          <li key={part}>
            <Link
              {...paths.brand(part)}
              className="flex min-h-18 items-center gap-4 rounded-xl px-5 py-3.5 hover:bg-raised focus-visible:focus-ring"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{brandTexts.parts[part]}</span>
                <span className="block text-small text-quiet">{brandTexts.partTexts[part]}</span>
                {notes.length > 0 && (
                  <span
                    className={`mt-1 block text-small font-semibold ${state?.isUrgent ? 'text-warn' : 'text-quiet'}`}
                  >
                    {notes.join(' · ')}
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-quiet" />
            </Link>
          </li>
        );
      })}
      <li className="px-5 py-3 text-small text-quiet">{whoWrites(settings)}</li>
    </ul>
  );
}

function isChanged(part: Part, changed: readonly string[]): boolean {
  return isForm(part) && FIELDS[part].some((field) => changed.includes(field));
}

function stateOf(part: FormPart, typed: TypedFields): { text: string; isUrgent: boolean } {
  const isEmpty = (field: (typeof FIELDS)[typeof part][number]) => typed[field].trim() === '';
  // An empty rule is not missing: the rule of the server holds.
  const rules = FIELDS[part].filter(isRule);
  if (rules.length === FIELDS[part].length) {
    const own = rules.filter((field) => !isEmpty(field)).length;
    return { text: own === 0 ? brandTexts.onServer : brandTexts.ownRules(own), isUrgent: false };
  }
  const empty = FIELDS[part].filter((field) => isEmpty(field) && !isRule(field));
  const needed = empty.filter((field) => NEEDED.includes(field)).length;
  if (needed > 0) return { text: brandTexts.needed(needed), isUrgent: true };
  return { text: empty.length === 0 ? brandTexts.complete : brandTexts.missing(empty.length), isUrgent: false };
}

function whoWrites({ version, is_managed_here }: BrandSettings): string {
  if (version === 0) return brandTexts.writtenByNobody;
  return is_managed_here ? brandTexts.writtenHere : brandTexts.writtenByFile;
}
