import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { UserType } from '../../users/graphql/index.ts';
import type { User } from '../../users/index.ts';
import { nameOfDevice } from '../device-name.ts';
import { Locations } from '../location.ts';
import type { RememberedDevice } from '../remembered-device.entity.ts';
import { rememberedDevicesLoader } from '../remembered-device.loader.ts';
import { RememberedDeviceService } from '../remembered-device.service.ts';
import { RememberedDevicePayload, RememberedDevicesPayload, RememberedDeviceType } from './remembered-device.type.ts';
import { sessionPolicy } from '../session.policy.ts';

@Resolver(() => RememberedDeviceType)
export class RememberedDeviceResolver {
  @Mutation(() => RememberedDevicePayload, {
    description: 'Forgets a remembered device of the current user. Administrators can forget anybody’s.',
  })
  async forgetRememberedDevice(
    @Arg('id', () => ID, { description: 'The device’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { device: await ctx.get(RememberedDeviceService).forget(id, true) };
  }

  @Mutation(() => RememberedDevicesPayload, {
    description: 'Forgets all remembered devices of a user, who then gives the second factor at the next sign-in.',
  })
  async forgetRememberedDevices(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<RememberedDevicesPayload> {
    return { count: await ctx.get(RememberedDeviceService).forgetAllOf(userId) };
  }

  @FieldResolver(() => String, { description: 'The browser and system, such as “Firefox on Linux”.' })
  deviceName(@Root() { browser, system }: RememberedDevice): string {
    return nameOfDevice({ browser: browser ?? null, system: system ?? null });
  }

  @FieldResolver(() => String, { description: 'Where the address is, such as “Berlin, Germany”, or “Unknown”.' })
  location(@Root() { ipAddress }: RememberedDevice, @Ctx() { runtime }: RequestContext): string {
    return runtime.get(Locations).of(ipAddress);
  }
}

/** What remembered devices add to a user. */
@Resolver(() => UserType)
export class UserRememberedDevicesResolver {
  @FieldResolver(() => [RememberedDeviceType], {
    nullable: true,
    description:
      'The browsers that need no second factor for the user, at most 20, the last used first. Only the user and administrators can read them; for others it is null.',
  })
  rememberedDevices(@Root() { id }: User, @Ctx() ctx: RequestContext): Promise<RememberedDevice[]> | null {
    return sessionPolicy.reads(ctx.viewer, id) ? ctx.loader(rememberedDevicesLoader).load(id) : null;
  }
}
