/** The texts in English of what all pages have: buttons, forms, lists and faults. */
export const general = {
  product: 'Guildhall',
  loading: 'Loading',
  close: 'Close',

  'fault.field': '“{label}”',
  'fault.line': '{field} (line {line})',
  'fault.network': 'The server cannot be reached. Check the connection, and try again.',
  'fault.input': 'Some fields are not right.',
  'fault.proof': 'This needs a fresh proof of who you are.',

  'broken.title': 'Something went wrong',
  'broken.text': 'The page cannot be shown. Load it again.',

  'notFound.title': 'Not found',
  'notFound.text': 'There is nothing at this address, or nothing that you may see.',

  yes: 'Yes',
  no: 'No',
  id: 'Id',
  'id.copy': 'Copy id',

  'state.AWAITING_FILE': 'File missing',
  'state.RUNNING': 'Running',
  'state.DONE': 'Done',
  'state.FAILED': 'Failed',
  'state.CANCELED': 'Canceled',
  'state.REGISTERING': 'Usable',
  'state.USED_UP': 'Used up',

  state: 'State',

  'state.PENDING': 'Pending',
  'state.FAILING': 'Failing so far',
  'state.ACCEPTED': 'Accepted',
  'state.EXPIRED': 'Expired',
  'state.REVOKED': 'Revoked',
  'state.SENT': 'Sent',
  'state.DEAD': 'Given up',
  'state.DELIVERED': 'Delivered',

  created: 'Created',
  changed: 'Changed',
  sent: 'Sent',
  expires: 'Expires',
  attempts: 'Attempts',
  save: 'Save',
  saved: 'Saved.',
  cancel: 'Cancel',
  remove: 'Remove',
  resend: 'Send again',
  delete: 'Delete',
  isDeleted: '{name} is deleted.',
  undo: 'Undo',
  undone: 'Undone.',
  notAllowed: 'You may not see this.',

  'form.lines': 'One on each line.',
  'form.reload': 'Load again',

  'confirm.type': 'Type “{name}” to confirm',

  copy: 'Copy',
  copied: 'Copied',
  never: 'Never',

  'draft.giveUp': 'Give up what you typed?',
  'draft.giveUpText': 'What you typed here is not saved. It would be lost.',
  'draft.giveUpAction': 'Discard',
  'draft.stay': 'Keep editing',
  'draft.meanwhile': 'Meanwhile, this got another value elsewhere: {fields}. If you save, yours replaces it.',

  'proof.missing': 'Nothing was changed: you did not confirm that it is you. What you typed is still here.',

  'list.mark': 'Select {name}',
  'list.markAll': 'Select all on this page',
  'list.any': '{label}: any',
  'list.clear': 'Clear filters',
  'list.columns': 'Columns',
  'list.actions': 'Actions',
  'list.next': 'Next',
  'list.previous': 'Previous',
  'list.first': 'To the beginning',
  'list.size': 'Rows on a page',
  'list.perPage': '{size} rows',
  'list.total': '{count} found',
  'list.totalAtLeast': 'At least {count} found',

  'picker.type': 'Type to search',
  'picker.none': 'Nothing found',
  'picker.clear': 'Clear',

  'filters.menu': 'Saved filters',
  'filters.none': 'None yet. They are kept in this browser.',
  'filters.name': 'Name for the present filters, order and columns',
  'filters.save': 'Save',
  'filters.remove': 'Remove {name}',
} as const;
