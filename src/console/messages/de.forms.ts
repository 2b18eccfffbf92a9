import type { forms as english } from './en.forms.ts';

/** The texts in German of forms and what is typed into them. */
export const forms: Readonly<Record<keyof typeof english, string>> = {
  'draft.giveUp': 'Eingaben verwerfen?',
  'draft.giveUpText': 'Ihre Eingaben sind nicht gespeichert und gingen verloren.',
  'draft.giveUpAction': 'Verwerfen',
  'draft.stay': 'Weiter bearbeiten',
  'draft.meanwhile': 'Inzwischen anderswo geändert: {fields}. Wenn Sie speichern, gilt Ihre Eingabe.',
  'keys.send': 'Das Formular abschicken, aus jedem Feld',
  'fault.field': '„{label}“',
  'fault.line': '{field} (Zeile {line})',
  'proof.missing': 'Nichts wurde geändert: Sie haben nicht bestätigt, dass Sie es sind. Ihre Eingaben sind noch da.',
  'find.page': 'Seite',
};
