/** One piece of a mail's content, of which both parts have their own form. */
export type Block =
  | { kind: 'paragraph' | 'small'; text: string }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'facts'; facts: readonly { term: string; value: string; href?: string }[] };

/** What a mail says, in the order it says it. */
export interface MailContent {
  subject: string;
  blocks: readonly Block[];
}
