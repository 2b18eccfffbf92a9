/** What an operator does to pods, and what befalls them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../ha/programs.ts';
import { kubectl, podNames, processOf, run } from './commands.ts';

export const DEPLOYMENT = 'deployment/guildhall';
export const CHART = ['guildhall', 'deploy/helm/guildhall'] as const;

export interface Deed {
  readonly name: string;
  readonly times: number;
  /** Whether the server gets no end, so that requests may fail. */
  readonly kills?: boolean;
  readonly do: (time: number) => Promise<unknown>;
}

/** Resolves when as many pods serve as should, and no other is left. */
async function settled(pods: number): Promise<void> {
  await kubectl('rollout', 'status', DEPLOYMENT, '--timeout=180s');
  await until(`${pods} pods`, async () => (await podNames()).length === pods, 120);
}

async function drain(node: string): Promise<void> {
  await kubectl('drain', node, '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=240s');
  await settled(2);
  await kubectl('uncordon', node);
}

async function scale(pods: number): Promise<void> {
  await kubectl('scale', DEPLOYMENT, `--replicas=${pods}`);
  await settled(pods);
}

export const DEEDS: readonly Deed[] = [
  {
    name: 'kubectl rollout restart',
    times: 4,
    do: async () => {
      await kubectl('rollout', 'restart', DEPLOYMENT);
      await settled(2);
    },
  },
  {
    name: 'helm upgrade with another value',
    times: 2,
    do: async () => {
      await run(
        'helm',
        'upgrade',
        ...CHART,
        '--reuse-values',
        '--set',
        `podAnnotations.turn=at-${Date.now()}`,
        '--wait',
      );
      await settled(2);
    },
  },
  {
    name: 'kubectl delete pod',
    times: 4,
    do: async () => {
      await kubectl('delete', 'pod', (await podNames())[0]!);
      await settled(2);
    },
  },
  {
    name: 'kubectl drain of both nodes',
    times: 2,
    do: async () => {
      for (const node of ['node-1', 'node-2']) await drain(node);
    },
  },
  {
    name: 'kubectl scale to 3 and back to 2',
    times: 2,
    do: async () => {
      await scale(3);
      await scale(2);
    },
  },
  {
    name: 'kubectl delete pod --grace-period=0 --force',
    times: 3,
    do: async () => {
      await kubectl('delete', 'pod', (await podNames())[0]!, '--grace-period=0', '--force');
      await settled(2);
    },
  },
  {
    name: 'kill -9 of the server in a pod',
    times: 3,
    kills: true,
    do: async (time) => {
      // The kubelet waits longer each time before it starts the same pod again.
      const pod = (await podNames())[time % 2]!;
      const restarts = () =>
        kubectl('get', 'pod', pod, '--output', 'jsonpath={.status.containerStatuses[0].restartCount}');
      const before = await restarts();
      process.kill(processOf(pod), 'SIGKILL');
      await until('it is started again', async () => (await restarts()) !== before);
      await settled(2);
      await sleep(1000);
    },
  },
];
