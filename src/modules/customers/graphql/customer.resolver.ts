import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { isPermitted } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { BrandingService, BrandingType } from '../../branding/graphql/index.ts';
import type { Branding } from '../../branding/index.ts';
import { CustomerSettingsService } from '../customer-settings.service.ts';
import { CUSTOMER_DEFAULTS, type Customer } from '../customer.entity.ts';
import { UpdateCustomerInput } from './customer.input.ts';
import { customerPolicy } from '../customer.policy.ts';
import { CustomerPayload, CustomerType } from './customer.type.ts';
import { SecondFactorPolicyType } from './second-factor.type.ts';

@Resolver(() => CustomerType)
export class CustomerResolver {
  @Mutation(() => CustomerPayload, { description: 'Changes the settings of the customer. Only for administrators.' })
  async updateCustomer(
    @Arg('id', () => ID, { description: 'The customer’s id.' }) id: string,
    @Arg('input', () => UpdateCustomerInput, { description: 'The changes.' }) input: UpdateCustomerInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { customer: await ctx.get(CustomerSettingsService).update(id, input, expectedVersion) };
  }

  @FieldResolver(() => BrandingType, { description: 'How the customer’s pages and mails look, and what they say.' })
  branding(@Root() { id }: Customer, @Ctx() ctx: RequestContext): Promise<Branding> {
    return ctx.get(BrandingService).find(id);
  }

  @FieldResolver(() => [String], {
    description: 'The names of the settings among these fields that have their default.',
  })
  defaultSettings(@Root() customer: Customer): string[] {
    const names = Object.keys(CUSTOMER_DEFAULTS) as (keyof typeof CUSTOMER_DEFAULTS)[];
    return names.filter((name) => customer[name] === CUSTOMER_DEFAULTS[name]);
  }

  @FieldResolver(() => SecondFactorPolicyType, {
    nullable: true,
    description: 'Who must have a second factor. Null to viewers who may not read what administrators read.',
  })
  secondFactor(
    @Root() { id: customerId, secondFactorOf: requiredOf, secondFactorGraceSeconds: graceSeconds }: Customer,
    @Ctx() { viewer }: RequestContext,
  ): SecondFactorPolicyType | null {
    const may = isPermitted(() => customerPolicy.readSecondFactor(viewer));
    return may ? { customerId, requiredOf, graceSeconds } : null;
  }
}
