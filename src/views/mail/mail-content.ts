/** One block of a mail's content. Each part of the mail renders it in its own way. */
export type Block =
  | { kind: 'paragraph' | 'small'; text: string }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'facts'; facts: readonly { term: string; value: string; href?: string }[] };

/** The content of a mail, in the product's words. */
export interface MailContent {
  subject: string;
  introduction: string;
  /** What stands between the introduction and the closing. */
  blocks: readonly Block[];
  closing: { kind: 'paragraph' | 'small'; text: string };
  /** What stands below the closing. */
  below?: readonly Block[];
  /** What a customer's own texts can name, besides the customer and the recipient. */
  values?: Readonly<Record<string, string | undefined>>;
}
