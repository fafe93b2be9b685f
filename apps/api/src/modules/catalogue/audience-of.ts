import { type Audience, guessAudience } from '@marashi/domain/rules/audience'

interface Words {
  category: string
  name: string
  description: string
}

/**
 * Whom a product is for: as the caller says, else as was said before, else as its words say; null asks for the words again.
 * What differs from the words was said. See docs/behaviour.md#audience.
 */
export function audienceOf(
  said: Audience | null | undefined,
  words: Words,
  before?: Words & { majorCategory: Audience },
): Audience {
  if (said) return said
  const wasSaid = said === undefined && before && before.majorCategory !== guessAudience(before)
  return wasSaid ? before.majorCategory : guessAudience(words)
}
