import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type Audience, guessAudience } from './audience.ts'

const plain = { category: 'Oils', name: 'Oud Nights', description: 'Warm and long lasting.' }

describe('guessAudience', () => {
  it.each<[string, Partial<typeof plain>, Audience]>([
    ['"women" is not read as "men"', { name: 'For Women' }, 'women'],
    ['"moment" and "recommended" do not contain "men"', { description: 'Recommended for the moment.' }, 'unisex'],
    ['"menthol" and "specimen" do not contain "men"', { name: 'Menthol Specimen' }, 'unisex'],
    ['a letter with an accent continues a word', { name: 'Ménage hommé' }, 'unisex'],
    ['no such word anywhere', {}, 'unisex'],
    ['empty texts', { category: '', name: '', description: '' }, 'unisex'],
    ['both in one text', { name: 'For men and women' }, 'unisex'],
    ['unisex beside men', { description: 'A unisex scent that men love' }, 'unisex'],
    ['the category outranks the name', { category: 'Women', name: 'Homme Intense' }, 'women'],
    ['the name outranks the description', { name: 'Homme Intense', description: 'Loved by women.' }, 'men'],
    ['a category of both decides before the name', { category: 'Men & Women', name: 'Homme' }, 'unisex'],
    ['the description comes last', { description: 'A feminine bouquet.' }, 'women'],
    ["men's", { category: "Men's Perfumes" }, 'men'],
    ['women’s with a printed apostrophe', { category: 'Women’s Perfumes' }, 'women'],
    ['mens without its apostrophe', { category: 'Mens' }, 'men'],
    ['capitals', { name: 'POUR HOMME' }, 'men'],
    ['homme', { name: 'Oud pour homme' }, 'men'],
    ['femme', { name: 'Rose pour femme' }, 'women'],
    ['masculine', { description: 'Deep, masculine woods.' }, 'men'],
    ['a word between punctuation and underscores', { name: 'oud_(men)_100ml' }, 'men'],
  ])('%s', (_, words, audience) => {
    expect(guessAudience({ ...plain, ...words })).toBe(audience)
  })

  it.prop([fc.string({ unit: 'binary' }), fc.string(), fc.string()])(
    'never needs the name or description once the category is clear',
    (name, description) => {
      expect(guessAudience({ category: 'Women', name, description })).toBe('women')
    },
  )

  it.prop([fc.stringMatching(/^[a-z]{1,6}$/), fc.stringMatching(/^[a-z]{0,6}$/)])(
    'does not find "men" inside a longer word',
    (before, after) => {
      fc.pre(!['women', 'womens'].includes(`${before}men${after}`))
      expect(guessAudience({ ...plain, name: `${before}men${after}` })).toBe('unisex')
    },
  )
})
