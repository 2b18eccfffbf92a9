/** A page with a sample context. */
export interface Sample<Context = unknown, Result = string> {
  render(context: Context): Result;
  context: Context;
}

/** Ties a sample context to the function that renders it. */
export const sample = <Context, Result>(
  render: (context: Context) => Result,
  context: Context,
): Sample<Context, Result> => ({ render, context });

/** Who the samples are about. */
export const customerName = 'Northwind Traders';

export const email = 'ada.lovelace@northwind.example';

/** The hidden values of forms. */
export const hidden = { flow: '0198f3a2-7c1e-7d40-9b7a-2f5f0c6f1e11', csrf: 'q8Jm1mJ4f0uXo2d5s7k9' };

/** When everything happened. */
export const sentAt = new Date('2030-01-15T09:30:00Z');

/** A picture like a QR code. */
export const qrCode = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9H0z"/><path d="M1 1h3v3H1zM5 1h1v2H5zM1 5h2v1H1zM5 5h3v3H5z"/></svg>',
)}`;

/** What a client asks for in detail. */
export const detail = {
  name: 'Pay invoices',
  members: [
    { member: 'actions', title: null, value: 'initiate, status' },
    { member: 'amount', title: 'Amount', value: 'value: 12.00, currency: EUR' },
    { member: 'iban', title: null, value: 'DE89 3704 0044 0532 0130 00' },
  ],
};
