/** A selector of RFC 9535. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly start: number | null;
      readonly end: number | null;
      readonly step: number;
    }
  | { readonly kind: 'filter'; readonly condition: Condition };

export interface Segment {
  /** `..`: at every depth. */
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
}

/** A condition of a filter. */
export type Condition =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'exists'; readonly query: Query }
  | {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly left: Operand;
      readonly right: Operand;
    }
  /** `match(…)` tests the whole text, `search(…)` any part of it. */
  | { readonly kind: 'match' | 'search'; readonly text: Operand; readonly pattern: Operand };

export type ComparisonOperator = '==' | '!=' | '<=' | '>=' | '<' | '>';

/** One value, or nothing. */
export type Operand =
  | Literal
  /** A singular query: only names and indexes. */
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'length'; readonly of: Operand }
  | { readonly kind: 'count' | 'value'; readonly query: Query };

export type Literal =
  | { readonly kind: 'string'; readonly text: string }
  /** As written, because it may be larger than a float. */
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'true' | 'false' | 'null' };

export interface Query {
  /** `$`, or `@`. */
  readonly from: 'root' | 'current';
  readonly segments: readonly Segment[];
}
