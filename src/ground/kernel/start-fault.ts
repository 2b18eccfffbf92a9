/** Why a server or a command cannot start, in words for the person who starts it; `code` is for programs. */
export class StartFault extends Error {
  override readonly name = 'StartFault';

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
