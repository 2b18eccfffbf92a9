/** The texts in English of forms and what is typed into them. */
export const forms = {
  'draft.giveUp': 'Give up what you typed?',
  'draft.giveUpText': 'What you typed here is not saved. It would be lost.',
  'draft.giveUpAction': 'Discard',
  'draft.stay': 'Keep editing',
  'draft.meanwhile': 'Meanwhile, this got another value elsewhere: {fields}. If you save, yours replaces it.',
  'keys.send': 'Send the form, from any of its fields',
  'fault.field': '“{label}”',
  'fault.line': '{field} (line {line})',
  'proof.missing': 'Nothing was changed: you did not confirm that it is you. What you typed is still here.',
  'find.page': 'Page',
} as const;
