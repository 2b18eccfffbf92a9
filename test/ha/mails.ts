/** People are invited while the mail server fails in every way it can, and while a node is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ArrivedMail, Mailbox } from '../support/mailbox.ts';
import { freePorts } from '../support/ports.ts';
import { HAPROXY, startHaproxy } from './balancers.ts';
import type { Fault } from './fault.ts';
import type { Node } from './nodes.ts';
import { Postgres, query } from './postgres.ts';
import { until } from './programs.ts';
import { Recorder } from './recorder.ts';
import { rowOf } from './report.ts';
import { must, tokenOf, tokenRequest, withToken } from './service.ts';
import { type Recorded, type Stand, withStand } from './stand.ts';

interface Scene {
  readonly mailbox: Mailbox;
  readonly node: Node;
}

interface Trouble {
  readonly name: string;
  readonly begin: (scene: Scene) => Promise<void> | void;
  readonly end: (scene: Scene) => Promise<void> | void;
  /** Whether the sender may miss that a mail was taken over. Then it sends the mail again, under the same Message-ID. */
  readonly hidesSuccess?: boolean;
}

const manners = (own: Partial<Mailbox['manners']>, usual: Partial<Mailbox['manners']>) => ({
  begin: ({ mailbox }: Scene) => void Object.assign(mailbox.manners, own),
  end: ({ mailbox }: Scene) => void Object.assign(mailbox.manners, usual),
});

/** RFC 5321 §4.2.1: for good. */
const REFUSAL = 550;
const SLOW = manners({ slowness: 1000 }, { slowness: 0 });

const TROUBLES: readonly Trouble[] = [
  { name: 'down', begin: ({ mailbox }) => mailbox.stop(), end: ({ mailbox }) => mailbox.start() },
  { name: 'answering 451', ...manners({ refusals: { DATA: 451 } }, { refusals: {} }) },
  { name: `answering ${REFUSAL}`, ...manners({ refusals: { 'RCPT TO': REFUSAL } }, { refusals: {} }) },
  { name: 'slow', ...SLOW },
  {
    name: 'slow, a node killed',
    begin: async (scene) => {
      SLOW.begin(scene);
      await sleep(1500);
      await scene.node.kill();
    },
    end: async (scene) => {
      SLOW.end(scene);
      await scene.node.start();
    },
    hidesSuccess: true,
  },
  { name: 'hanging up after DATA', ...manners({ isCutOff: true }, { isCutOff: false }), hidesSuccess: true },
];

const TROUBLE_MS = 2500;
const INVITERS = 4;
const PAUSE_MS = 150;
/** Mails to one domain wait for each other. */
const DOMAINS = 5;

/** An invitation that was acknowledged. */
interface Invitation {
  readonly to: string;
  readonly during: Trouble;
}

const NAME = 'mail server down, slow, refusing and hanging up, a node killed';

export const MAILS: Fault = {
  name: NAME,
  programs: [HAPROXY],
  outageMax: 15,
  failedMax: Infinity,
  suffer: async (kept) => {
    const [port] = await freePorts(1);
    const mailbox = new Mailbox(port);
    await mailbox.start();
    const setting = {
      store: (place: ConstructorParameters<typeof Postgres>[0]) => new Postgres(place),
      balancer: startHaproxy,
      env: { SMTP_URL: mailbox.url },
    };
    try {
      return rowOf(NAME, await withStand(setting, kept, (stand) => invite(stand, mailbox)));
    } finally {
      await mailbox.stop();
    }
  },
};

async function invite({ port, nodes: [node], store }: Stand<Postgres>, mailbox: Mailbox): Promise<Recorded> {
  const recorder = new Recorder(port);
  const token = tokenOf(await must(recorder, 'token', tokenRequest('read write admin'), 200));
  const invitations: Invitation[] = [];
  // For each trouble, how many mails had arrived before it.
  const arrived: number[] = [];
  let during = TROUBLES[0]!;
  const load = new AbortController();
  const inviters = Array.from({ length: INVITERS }, async (_, number) => {
    for (let turn = 0; !load.signal.aborted; turn += 1) {
      const noted = during;
      const to = `person-${number}-${turn}@host-${(turn + number) % DOMAINS}.example`;
      const body = JSON.stringify({ email: to, send_invitation: true });
      const asked = { method: 'POST', path: '/api/users', headers: withToken(token), body };
      if (await recorder.ask('invitation', asked, { expected: [201] })) invitations.push({ to, during: noted });
      await sleep(PAUSE_MS);
    }
  });
  for (during of TROUBLES) {
    arrived.push(mailbox.mails.length);
    await during.begin({ mailbox, node });
    await sleep(TROUBLE_MS);
    await during.end({ mailbox, node });
  }
  load.abort();
  await Promise.all(inviters);
  recorder.close();
  arrived.push(mailbox.mails.length);

  await settle(store.url);
  const reasons = await revive(new Recorder(port), token);
  const refused = mailbox.refused.filter((reply) => reply === REFUSAL).length;
  if (reasons.length !== refused) recorder.find('dead mails', `${reasons.length}, but ${refused} refused for good`);
  for (const reason of reasons) if (!reason.includes(` ${REFUSAL} `)) recorder.find('dead mails', reason);
  await settle(store.url);

  const troubleOf = (mail: ArrivedMail): Trouble | undefined =>
    TROUBLES[arrived.findIndex((count) => mailbox.mails.indexOf(mail) < count) - 1];
  const isWrong = (mails: readonly ArrivedMail[]): boolean =>
    mails.length > 2 ||
    new Set(mails.map(({ messageId }) => messageId)).size > 1 ||
    (mails.length === 2 && !troubleOf(mails[0]!)?.hidesSuccess);
  const mailsTo = Map.groupBy(mailbox.mails, ({ to }) => to);
  const countOf = ({ to }: Invitation): number => mailsTo.get(to)?.length ?? 0;
  return {
    endings: recorder.endings,
    acknowledged: invitations.length,
    lost: invitations.filter((invitation) => countOf(invitation) === 0).length,
    again: [...mailsTo.values()].filter(isWrong).length,
    notes: [
      `invited, and mails that arrived then and once more: ${TROUBLES.map((trouble) => {
        const invited = invitations.filter(({ during: noted }) => noted === trouble).length;
        const again = [...mailsTo.values()].filter((mails) => mails.length > 1 && troubleOf(mails[0]!) === trouble);
        return `${trouble.name} ${invited}, ${again.length}`;
      }).join('; ')}`,
      `${reasons.length} dead mails, sent again by resendMail`,
    ],
  };
}

const OPEN = 'from outbox_mails where sent_at is null and failed_at is null';

/**
 * Waits until every mail is sent or dead. When nobody is at work on any, the pauses between attempts pass at once, and so does
 * the time after which a killed node's mails are due again.
 */
async function settle(url: string): Promise<void> {
  let before = '';
  await until('every mail is sent or dead', async () => {
    const open = await query<{ later: boolean }>(
      url,
      `select id, attempts, next_attempt_at > now() as later ${OPEN} order by id`,
    );
    if (open.length === 0) return true;
    const now = JSON.stringify(open);
    if (now === before && open.every(({ later }) => later))
      await query(url, `update outbox_mails set next_attempt_at = now() where id in (select id ${OPEN})`);
    before = now;
    await sleep(1000);
    return false;
  });
}

const DEAD = '{ mails(first: 100, where: { state: { eq: DEAD } }) { edges { node { id lastError } } } }';
const RESEND = 'mutation ($id: ID!) { resendMail(id: $id) { mail { state } } }';

interface DeadMails {
  readonly data: {
    readonly mails: { readonly edges: readonly { readonly node: { id: string; lastError: string } }[] };
  };
}

/** Sends the dead mails again, as an administrator does. Gives the reasons for which they were dead. */
async function revive(recorder: Recorder, token: string): Promise<string[]> {
  const ask = async (text: string, variables = {}): Promise<string> => {
    const body = JSON.stringify({ query: text, variables });
    const asked = { method: 'POST', path: '/graphql', headers: withToken(token), body };
    return (await must(recorder, 'dead mails', asked, 200)).text;
  };
  const reasons: string[] = [];
  for (;;) {
    const { edges } = (JSON.parse(await ask(DEAD)) as DeadMails).data.mails;
    if (edges.length === 0) break;
    for (const { node } of edges) {
      reasons.push(node.lastError);
      await ask(RESEND, { id: node.id });
    }
  }
  recorder.close();
  return reasons;
}
