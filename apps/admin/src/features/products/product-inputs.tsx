import type { Category, ProductForm } from '@marashi/domain/contracts/catalogue'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field, Input, TextArea } from '@marashi/ui/field'
import type { UseFormReturn } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { CategoryInput } from './category-input.tsx'
import { DetailInputs } from './detail-inputs.tsx'
import { PictureInputs } from './pictures/picture-inputs.tsx'
import type { usePictures } from './pictures/use-pictures.ts'
import type { ProductFields } from './product-fields.ts'
import styles from './product-inputs.module.css'

const copy = productsCopy.form

/** The inputs of the product form, the upload of its pictures with them. */
export function ProductInputs({
  form,
  categories,
  pictures,
}: {
  form: UseFormReturn<ProductFields, unknown, ProductForm>
  categories: readonly Category[]
  pictures: ReturnType<typeof usePictures>
}) {
  const { register } = form
  const { errors } = form.formState
  return (
    <>
      <Field label={copy.name} error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label={copy.description} error={errors.description?.message}>
        <TextArea rows={3} {...register('description')} />
      </Field>
      <div className={styles.pair}>
        <Field label={copy.price} hint={copy.priceHint} error={errors.price?.message}>
          <Input inputMode="decimal" autoComplete="off" {...register('price', { setValueAs: typedNumber })} />
        </Field>
        <Field
          label={copy.originalPrice}
          isOptional
          hint={copy.originalPriceHint}
          error={errors.originalPrice?.message}
        >
          <Input inputMode="decimal" autoComplete="off" {...register('originalPrice', { setValueAs: typedNumber })} />
        </Field>
      </div>
      <CategoryInput form={form} categories={categories} error={errors.categoryId?.message} />
      <fieldset className={styles.picture}>
        <legend className={styles.legend}>{productsCopy.upload.label}</legend>
        <PictureInputs pictures={pictures} error={errors.morePictures?.message} />
        <Field label={copy.image} hint={copy.imageHint} error={errors.image?.message}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            {...register('image', { onChange: (event) => pictures.setFirst(event.target.value) })}
          />
        </Field>
      </fieldset>
      <DetailInputs register={register} errors={errors} />
      <label className={styles.check}>
        <input type="checkbox" {...register('isNew')} />
        {copy.isNew}
      </label>
    </>
  )
}
