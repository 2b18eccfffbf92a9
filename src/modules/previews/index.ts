/**
 * Previews: what an application would get about a user now, without a login, with why each claim is there or is not. It decides who
 * may look, and records who has. The oauth door makes the documents with the code that issues them; whoever puts the server
 * together gives it to `TokenPreviewer`. It has no tables.
 */
export type {
  ClaimReason,
  Obstacle,
  PreviewedClaim,
  PreviewedDocument,
  PreviewedScope,
  TokenPreview,
} from './token-preview.ts';
export { TokenPreviewer, type PreviewedRequest } from './token-previewer.ts';
