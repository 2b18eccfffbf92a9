import { Field, InputType } from 'type-graphql';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import {
  LANGUAGE_MAX,
  LANGUAGES_MAX,
  SCOPE_NAME_MAX,
  SCOPE_NAME_PATTERN,
  SENTENCE_MAX,
  type NewScope,
  type Translation,
  type UpdateScope,
} from '../api-scope.input.ts';
import { SCOPE_TEXTS } from './api-texts.ts';

const NAME = { maxLength: SCOPE_NAME_MAX, pattern: SCOPE_NAME_PATTERN };

@InputType({ description: 'The sentence of a scope in a language.' })
export class ApiScopeTranslationInput implements Translation {
  @Fulfills({ maxLength: LANGUAGE_MAX })
  @Field(() => String, { description: SCOPE_TEXTS.language })
  language!: string;

  @Fulfills({ maxLength: SENTENCE_MAX })
  @Field(() => String, { description: SCOPE_TEXTS.description })
  description!: string;
}

@InputType({ description: 'Changes to a scope of an API. Omitted fields stay unchanged.' })
export class UpdateApiScopeInput implements UpdateScope {
  @Fulfills(NAME)
  @Field(() => String, { nullable: true, description: SCOPE_TEXTS.name })
  name?: string | null;

  @Fulfills({ maxLength: SENTENCE_MAX })
  @Field(() => String, { nullable: true, description: SCOPE_TEXTS.description })
  description?: string | null;

  @Fulfills({ maxItems: LANGUAGES_MAX })
  @Field(() => [ApiScopeTranslationInput], { nullable: true, description: SCOPE_TEXTS.translations })
  translations?: ApiScopeTranslationInput[] | null;

  @Field(() => Boolean, { nullable: true, description: SCOPE_TEXTS.isDefault })
  isDefault?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: SCOPE_TEXTS.isOptional })
  isOptional?: boolean | null;
}

@DefaultsTo({ description: '', translations: [], isDefault: false, isOptional: false })
@InputType({ description: 'A scope to add to an API.' })
export class NewApiScopeInput extends UpdateApiScopeInput implements NewScope {
  @Fulfills(NAME)
  @Field(() => String, { description: SCOPE_TEXTS.name })
  override name!: string;
}
