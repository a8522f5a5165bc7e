import { limitCatalogue } from '../core/limits/limit-catalogue.js';
import { field, limitFields, type FieldGroup } from './field-group.js';

const identity: FieldGroup['fields'] = {
  id: field('Id', 'text', 'Identifies the index.'),
  index_type: field('Kind', 'text', 'The kind of vectors: dense, sparse or both.'),
  type: field('Plan', 'text', 'The payment plan. The limits depend on it.'),
  reserved_price: field('Price', 'count', 'The price per month of a fixed or pro plan. The API names no currency.'),
  region: field('Region', 'text', 'The region of the index.'),
  creation_time: field('Created', 'time', 'When the index was created.'),
  customer_id: field('Owner', 'text', 'The account that owns the index.'),
};

const vectors: FieldGroup['fields'] = {
  dimension_count: field('Dimensions', 'count', 'The number of dimensions of a vector.'),
  similarity_function: field('Similarity', 'text', 'The function that compares two vectors.'),
  embedding_model: field('Embedding model', 'text', 'The model that embeds text as dense vectors.'),
  sparse_embedding_model: field('Sparse model', 'text', 'The model that embeds text as sparse vectors.'),
};

const connection: FieldGroup['fields'] = {
  endpoint: field('REST endpoint', 'text', 'The address for clients.'),
  // The tokens are credentials.
  token: field('Token', 'text', 'Grants access over REST.'),
  read_only_token: field('Read-only token', 'text', 'Grants read access over REST.'),
};

/** Every documented field of a vector index (api.md, Vector index record) except its name and its throughput, which is a series. */
export const indexGroups: readonly FieldGroup[] = [
  { title: 'Vector index', fields: identity },
  { title: 'Vectors', fields: vectors },
  { title: 'Connection', fields: connection },
  { title: 'Limits', fields: limitFields(limitCatalogue.index) },
];
