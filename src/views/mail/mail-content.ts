/** One block of a mail's content. Each part of the mail renders it in its own way. */
export type Block =
  | { kind: 'paragraph' | 'small'; text: string }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'facts'; facts: readonly { term: string; value: string; href?: string }[] };

/** The content of a mail, in order. */
export interface MailContent {
  subject: string;
  blocks: readonly Block[];
}
