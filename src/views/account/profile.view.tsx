import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { Name } from '../parts/client.tsx';
import { Form, type FormContext } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import type { PlainKey, Translate } from '../translate.ts';

/** The fields that every user has, in the order of the form. */
export const OWN_FIELDS = ['name', 'givenName', 'familyName', 'username', 'phoneNumber', 'picture'] as const;
/** One of them. */
export type OwnField = (typeof OWN_FIELDS)[number];

const OWN: Readonly<Record<OwnField, { label: PlainKey; autocomplete: string; type?: string }>> = {
  name: { label: 'profile.name', autocomplete: 'name' },
  givenName: { label: 'profile.givenName', autocomplete: 'given-name' },
  familyName: { label: 'profile.familyName', autocomplete: 'family-name' },
  username: { label: 'profile.username', autocomplete: 'username' },
  phoneNumber: { label: 'profile.phoneNumber', autocomplete: 'tel', type: 'tel' },
  picture: { label: 'profile.picture', autocomplete: 'photo', type: 'url' },
};

/** The labels of the attributes that every customer has. Others are called by their descriptions, or their names. */
const STANDARD: ReadonlyMap<string, PlainKey> = new Map<string, PlainKey>([
  ['middleName', 'profile.middleName'],
  ['nickname', 'profile.nickname'],
  ['profile', 'profile.profile'],
  ['website', 'profile.website'],
  ['gender', 'profile.gender'],
  ['birthdate', 'profile.birthdate'],
  ['zoneinfo', 'profile.zoneinfo'],
  ['locale', 'profile.locale'],
  ['formattedAddress', 'profile.formattedAddress'],
  ['streetAddress', 'profile.streetAddress'],
  ['locality', 'profile.locality'],
  ['region', 'profile.region'],
  ['postalCode', 'profile.postalCode'],
  ['country', 'profile.country'],
]);

/** What is wrong with a field. */
export type ProfileFault =
  | { readonly code: 'name' | 'username' | 'phoneNumber' | 'webAddress' }
  | { readonly code: 'taken' | 'required' | 'value' | 'number' | 'integer' | 'date' | 'moment' }
  | { readonly code: 'range'; readonly minimum: number | string; readonly maximum: number | string };

/** An attribute, as the form shows it. */
export interface ProfileInput {
  /** The name of the form's field. */
  readonly path: string;
  /** The name of the attribute. */
  readonly name: string;
  /** Whether every customer has the attribute. */
  readonly isStandard: boolean;
  readonly description: string;
  readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'moment' | 'enum' | 'json' | 'list';
  /** The values of an enum. */
  readonly values: readonly string[];
  readonly isRequired: boolean;
  /** Otherwise the page only shows the value. */
  readonly isEditable: boolean;
  readonly value: string;
  readonly fault: ProfileFault | null;
}

const NOTES = {
  saved: { role: 'status', class: 'note done', message: 'profile.saved' },
  changed: { role: 'alert', class: 'alert', message: 'profile.changed' },
  faulty: { role: 'alert', class: 'alert', message: 'profile.faulty' },
} as const satisfies Record<string, { role: 'status' | 'alert'; class: string; message: PlainKey }>;

/** What the profile page shows. It posts the own fields by their names, and the attributes by `path`. */
export interface ProfileContext extends AccountPageContext, FormContext {
  email: string;
  own: readonly { readonly field: OwnField; readonly value: string; readonly fault: ProfileFault | null }[];
  attributes: readonly ProfileInput[];
  /** What became of the last try. */
  note: keyof typeof NOTES | null;
}

const FAULTS: Readonly<Record<Exclude<ProfileFault['code'], 'range'>, PlainKey>> = {
  name: 'profile.fault.name',
  username: 'profile.fault.username',
  phoneNumber: 'profile.fault.phoneNumber',
  webAddress: 'profile.fault.picture',
  taken: 'profile.fault.taken',
  required: 'profile.fault.required',
  value: 'profile.fault.value',
  number: 'profile.fault.number',
  integer: 'profile.fault.integer',
  date: 'profile.fault.date',
  moment: 'profile.fault.moment',
};

function faultText(t: Translate, fault: ProfileFault): string {
  if (fault.code === 'range') return t('profile.fault.range', { minimum: fault.minimum, maximum: fault.maximum });
  return t(FAULTS[fault.code]);
}

const ORDER = [...STANDARD.keys()];
const placeOf = ({ name, isStandard }: ProfileInput): number => (isStandard ? ORDER.indexOf(name) : ORDER.length);
const standardFirst = (one: ProfileInput, other: ProfileInput): number => placeOf(one) - placeOf(other);

function labelOf(t: Translate, { name, isStandard }: ProfileInput): string {
  const key = isStandard ? STANDARD.get(name) : undefined;
  if (key) return t(key);
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface BoxAttributes {
  id: string;
  name: string;
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
  autofocus?: true;
}

interface BoxProps {
  t: Translate;
  field: string;
  label: string;
  hint?: string;
  fault: ProfileFault | null;
  /** Whether it has the focus. */
  focused: boolean;
  children: (attributes: BoxAttributes) => unknown;
}

/** A labeled input with its hint and what is wrong with it. */
function Box({ t, field, label, hint, fault, focused, children }: BoxProps) {
  const descriptions = [hint && `${field}-hint`, fault && `${field}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={field}>{label}</label>
      {children({
        id: field,
        name: field,
        ...(fault && { 'aria-invalid': 'true' }),
        ...(focused && { autofocus: true }),
        ...(descriptions && { 'aria-describedby': descriptions }),
      })}
      {fault && (
        <p class="fault" id={`${field}-fault`}>
          {faultText(t, fault)}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${field}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

const NATIVE = { number: 'text', integer: 'text', date: 'date', string: 'text', moment: 'text', list: 'text' } as const;

function Attribute({ t, input, focused }: { t: Translate; input: ProfileInput; focused: boolean }) {
  const { path, kind, value, values, isRequired, isStandard, description, fault } = input;
  const hint =
    kind === 'list'
      ? t('profile.hint.list')
      : kind === 'moment'
        ? t('profile.hint.moment')
        : isStandard
          ? hintOf(t, input)
          : description;
  const choices =
    kind === 'boolean'
      ? ([
          ['true', t('profile.yes')],
          ['false', t('profile.no')],
        ] as const)
      : values.map((each) => [each, each] as const);
  return (
    <Box t={t} field={path} label={labelOf(t, input)} hint={hint} fault={fault} focused={focused}>
      {(shared) =>
        kind === 'boolean' || kind === 'enum' ? (
          <select {...shared} required={isRequired}>
            <option value="" selected={value === ''}>
              {t('profile.unset')}
            </option>
            {choices.map(([each, text]) => (
              <option value={each} selected={each === value}>
                {text}
              </option>
            ))}
          </select>
        ) : kind === 'json' ? (
          <textarea {...shared} rows={4} spellcheck={false} required={isRequired}>
            {value}
          </textarea>
        ) : (
          <input
            {...shared}
            // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- TypeScript 6 wants one literal, the linter's 7 does not
            type={NATIVE[kind] as 'text'}
            inputmode={kind === 'number' ? 'decimal' : kind === 'integer' ? 'numeric' : undefined}
            value={value}
            required={isRequired}
          />
        )
      }
    </Box>
  );
}

const hintOf = (t: Translate, { name }: ProfileInput): string =>
  name === 'zoneinfo' ? t('profile.hint.zoneinfo') : name === 'locale' ? t('profile.hint.locale') : '';

/** The page on which users see and change what is stored about them. */
export function renderProfile(context: ProfileContext): string {
  const { email, own, attributes, note, places } = context;
  const shown = attributes.filter(({ isEditable, value }) => !isEditable && value !== '');
  const edited = attributes.filter(({ isEditable }) => isEditable).toSorted(standardFirst);
  const wrong = own.find(({ fault }) => fault)?.field ?? edited.find(({ fault }) => fault)?.path;
  return accountPage(context, (t) => ({
    title: t('profile.title'),
    failed: note === 'faulty' || note === 'changed',
    children: (
      <>
        <h1>{t('profile.title')}</h1>
        <p class="lead">
          {t.rich('profile.lead', { email: <Name>{email}</Name> })}{' '}
          <Link href={places.email}>{t('profile.changeEmail')}</Link>
        </p>
        {note && (
          <p class={NOTES[note].class} role={NOTES[note].role}>
            {t(NOTES[note].message)}
          </p>
        )}
        <Form t={t} context={context}>
          <div class="fields">
            {own.map(({ field, value, fault }) => (
              <Box t={t} field={field} label={t(OWN[field].label)} fault={fault} focused={field === wrong}>
                {(shared) => (
                  <input
                    {...shared}
                    type={(OWN[field].type ?? 'text') as 'text'}
                    value={value}
                    autocomplete={OWN[field].autocomplete}
                    required={field === 'name'}
                    spellcheck={false}
                  />
                )}
              </Box>
            ))}
          </div>
          {edited.length > 0 && <h2>{t('profile.more')}</h2>}
          <div class="fields">
            {edited.map((input) => (
              <Attribute t={t} input={input} focused={input.path === wrong} />
            ))}
          </div>
          <button type="submit">{t('profile.submit')}</button>
        </Form>
        {shown.length > 0 && (
          <>
            <h2>{t('profile.fixed')}</h2>
            <dl class="facts">
              {shown.map((input) => (
                <>
                  <dt>{labelOf(t, input)}</dt>
                  <dd>
                    <bdi>{input.value}</bdi>
                  </dd>
                </>
              ))}
            </dl>
          </>
        )}
      </>
    ),
  }));
}
