import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Site } from '../../http/site.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { ExpectedVersion } from '../../kernel/graphql.ts';
import { CustomerSettingsService } from './customer-settings.service.ts';
import type { Customer } from './customer.entity.ts';
import { UpdateBrandingInput, UpdateCustomerInput } from './customer.input.ts';
import { BrandingPayload, BrandingType, CustomerPayload, CustomerType, type Branding } from './customer.type.ts';

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

  @Mutation(() => BrandingPayload, {
    description: 'Changes the color and the logo of the customer’s pages and mails. Only for administrators.',
  })
  async updateBranding(
    @Arg('id', () => ID, { description: 'The customer’s id.' }) id: string,
    @Arg('input', () => UpdateBrandingInput, { description: 'The changes.' }) input: UpdateBrandingInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    const customer = await ctx.get(CustomerSettingsService).updateBranding(id, input, expectedVersion);
    return { branding: brandingOf(customer, ctx) };
  }

  @FieldResolver(() => BrandingType, { description: 'How the customer’s pages and mails look.' })
  branding(@Root() customer: Customer, @Ctx() ctx: RequestContext): Branding {
    return brandingOf(customer, ctx);
  }
}

const brandingOf = ({ id, brandColor, logoType, version }: Customer, { runtime }: RequestContext): Branding => ({
  color: brandColor ?? null,
  logoUrl: logoType ? `${runtime.get(Site).issuer}/branding/${id}/logo?version=${version}` : null,
  version,
});
