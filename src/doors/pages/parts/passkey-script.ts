import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Site } from '../../../ground/http/site.ts';
import type { PasskeyContext } from '../../../views/index.ts';

/** Where the build puts the script: beside the folder with the server's code. */
const FILE = join(import.meta.dirname, '../pages/passkeys.js');

/** The script that asks browsers for passkeys. Its name has a hash of it, so a browser never asks for it again. */
export class PasskeyScript {
  readonly name: string;
  readonly body: Buffer;
  private readonly site: Site;

  constructor(runtime: Runtime) {
    this.site = runtime.get(Site);
    this.body = existsSync(FILE) ? readFileSync(FILE) : Buffer.alloc(0);
    this.name = `/passkeys-${hash('sha256', this.body, 'hex').slice(0, 16)}.js`;
  }

  /** What a page needs to ask for these options, if it asks for any. */
  contextOf(options: object | null): PasskeyContext | null {
    return options && { options, script: this.site.path(this.name) };
  }

  /** What the policy of such a page allows: this script, and no other one. */
  get source(): string {
    return this.site.origin + this.site.path(this.name);
  }
}
