import { expect, it } from 'vitest'
import { makeProductDetails } from '../../testing/records.ts'
import { fieldsOf, productFields } from './product-fields.ts'

it('saves the notes of a product as they were, also one with a comma in it', () => {
  const notesTop = ['Lime, wild', 'Oud; smoky', '5" musk']
  const product = makeProductDetails({ notesTop })
  const { notesTop: typed } = fieldsOf(product)
  expect(productFields.shape.notesTop.parse(typed)).toEqual(notesTop)
})
