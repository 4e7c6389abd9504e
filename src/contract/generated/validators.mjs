// Generated from ../openapi.yaml by `npm run generate`. Do not edit.
import { addViolation, addViolations } from '../violation-limit';
function ucs2length(str) {
    const len = str.length;
    let length = 0;
    let pos = 0;
    let value;
    while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 0xd800 && value <= 0xdbff && pos < len) {
            // high surrogate, and there is a next character
            value = str.charCodeAt(pos);
            if ((value & 0xfc00) === 0xdc00)
                pos++; // low surrogate
        }
    }
    return length;
}
"use strict";
export const Buyer = validate52;
const schema19 = {"$id":"Buyer","description":"A buyer item in a page.","x-not-shown":["fields of the buyer resource beyond these"],"x-our-reading":["an item always has the fields that are not nullable","further fields are valid"],"type":"object","additionalProperties":{"x-unlisted":"note"},"required":["id","type","display_name","created_at","updated_at"],"properties":{"id":{"type":"string","format":"uuid"},"type":{"type":"string","const":"buyer"},"display_name":{"type":"string"},"external_identifier":{"type":["string","null"]},"created_at":{"type":"string","format":"date-time"},"updated_at":{"type":"string","format":"date-time"}}};
const formats0 = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="Buyer" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.type === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(data.display_name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "display_name"},message:"must have required property '"+"display_name"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(data.created_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
if(data.updated_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated_at"},message:"must have required property '"+"updated_at"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "id") || (key0 === "type")) || (key0 === "display_name")) || (key0 === "external_identifier")) || (key0 === "created_at")) || (key0 === "updated_at"))){
if(true){
const err5 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/x-unlisted",keyword:"x-unlisted",params:{},message:"is not listed"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
if("buyer" !== data2){
const err9 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "buyer"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
if(data.display_name !== undefined){
if(typeof data.display_name !== "string"){
const err10 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
}
if(data.external_identifier !== undefined){
let data4 = data.external_identifier;
if((typeof data4 !== "string") && (data4 !== null)){
const err11 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/type",keyword:"type",params:{type: schema19.properties.external_identifier.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
if(data.created_at !== undefined){
let data5 = data.created_at;
if(typeof data5 === "string"){
if(!(formats2.test(data5))){
const err12 = {instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_at",schemaPath:"#/properties/created_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data6 = data.updated_at;
if(typeof data6 === "string"){
if(!(formats2.test(data6))){
const err14 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/updated_at",schemaPath:"#/properties/updated_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
addViolation(vErrors, err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
addViolation(vErrors, err16);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CheckoutSession = validate53;
const schema20 = {"$id":"CheckoutSession","type":"object","additionalProperties":false,"required":["id","expires_at"],"properties":{"type":{"type":"string","const":"checkout-session","default":"checkout-session"},"id":{"type":"string","format":"uuid","description":"ID of the checkout session."},"expires_at":{"type":"string","format":"date-time","description":"When the session expires."},"cart_items":{"description":"Line items of the transaction.","type":["array","null"],"items":{"$ref":"CartItem"}},"metadata":{"description":"Free key-value pairs stored with the transaction; passed on to payment service providers that support them.","type":["object","null"],"additionalProperties":{"type":"string"}},"buyer":{"description":"Buyer details for the transaction; no buyer resource is created on the service when used.","anyOf":[{"$ref":"GuestBuyer"},{"type":"null"}]},"payment_method":{"description":"Payment method stored on the session.","anyOf":[{"$ref":"CheckoutSessionPaymentMethod"},{"type":"null"}]}}};
const schema21 = {"$id":"CartItem","type":"object","additionalProperties":false,"required":["name","quantity","unit_amount"],"properties":{"name":{"description":"May be truncated when a payment service provider accepts fewer characters.","type":"string","minLength":1,"maxLength":255},"quantity":{"type":"integer","minimum":1,"maximum":99999999},"unit_amount":{"description":"In the smallest currency unit of the currency. The amount sent to the processor as unit amount is calculated to include the discount and tax of the item.","type":"integer","minimum":0,"maximum":99999999},"discount_amount":{"description":"In the smallest currency unit.","type":["integer","null"],"minimum":0,"maximum":99999999,"default":0},"tax_amount":{"description":"In the smallest currency unit.","type":["integer","null"],"minimum":0,"maximum":99999999,"default":0},"external_identifier":{"description":"Any value; not sent to the payment service.","type":["string","null"],"minLength":1,"maxLength":200},"sku":{"type":["string","null"],"minLength":1,"maxLength":200},"product_url":{"type":["string","null"],"description":"Product URL."},"image_url":{"type":["string","null"],"description":"Image URL."},"categories":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":50}},"product_type":{"description":"Product type.","anyOf":[{"$ref":"ProductType"},{"type":"null"}]},"seller_country":{"type":["string","null"],"pattern":"^[A-Z]{2}$"}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length;
const schema22 = {"$id":"ProductType","description":"Clients must tolerate values outside this list.","x-open-enum":true,"anyOf":[{"type":"string","enum":["physical","discount","shipping_fee","sales_tax","digital","gift_card","store_credit","surcharge"]},{"type":"string"}]};
const schema23 = ["physical","discount","shipping_fee","sales_tax","digital","gift_card","store_credit","surcharge"];

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ProductType" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(!((((((((data === "physical") || (data === "discount")) || (data === "shipping_fee")) || (data === "sales_tax")) || (data === "digital")) || (data === "gift_card")) || (data === "store_credit")) || (data === "surcharge"))){
const err1 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema22.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
if(!(((((((((typeof data !== "string") || (data === "physical")) || (data === "discount")) || (data === "shipping_fee")) || (data === "sales_tax")) || (data === "digital")) || (data === "gift_card")) || (data === "store_credit")) || (data === "surcharge"))){
const err4 = {instancePath,schemaPath:"#/x-open-enum",keyword:"x-open-enum",params:{knownValues: schema23},message:"is not one of the known values"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"dynamicProps":false,"dynamicItems":false};

const pattern3 = new RegExp("^[A-Z]{2}$", "u");

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CartItem" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.quantity === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quantity"},message:"must have required property '"+"quantity"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(data.unit_amount === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit_amount"},message:"must have required property '"+"unit_amount"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema21.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) > 255){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
if(data.quantity !== undefined){
let data1 = data.quantity;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err7 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 99999999 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999},message:"must be <= 99999999"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
}
if(data.unit_amount !== undefined){
let data2 = data.unit_amount;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err10 = {instancePath:instancePath+"/unit_amount",schemaPath:"#/properties/unit_amount/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 99999999 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/unit_amount",schemaPath:"#/properties/unit_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999},message:"must be <= 99999999"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/unit_amount",schemaPath:"#/properties/unit_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
}
}
if(data.discount_amount !== undefined){
let data3 = data.discount_amount;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
const err13 = {instancePath:instancePath+"/discount_amount",schemaPath:"#/properties/discount_amount/type",keyword:"type",params:{type: schema21.properties.discount_amount.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 99999999 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/discount_amount",schemaPath:"#/properties/discount_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999},message:"must be <= 99999999"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err15 = {instancePath:instancePath+"/discount_amount",schemaPath:"#/properties/discount_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
addViolation(vErrors, err15);
}
errors++;
}
}
}
if(data.tax_amount !== undefined){
let data4 = data.tax_amount;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err16 = {instancePath:instancePath+"/tax_amount",schemaPath:"#/properties/tax_amount/type",keyword:"type",params:{type: schema21.properties.tax_amount.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
addViolation(vErrors, err16);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 99999999 || isNaN(data4)){
const err17 = {instancePath:instancePath+"/tax_amount",schemaPath:"#/properties/tax_amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 99999999},message:"must be <= 99999999"};
if(vErrors === null){
vErrors = [err17];
}
else {
addViolation(vErrors, err17);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err18 = {instancePath:instancePath+"/tax_amount",schemaPath:"#/properties/tax_amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err18];
}
else {
addViolation(vErrors, err18);
}
errors++;
}
}
}
if(data.external_identifier !== undefined){
let data5 = data.external_identifier;
if((typeof data5 !== "string") && (data5 !== null)){
const err19 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/type",keyword:"type",params:{type: schema21.properties.external_identifier.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
addViolation(vErrors, err19);
}
errors++;
}
if(typeof data5 === "string"){
if(func2(data5) > 200){
const err20 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
addViolation(vErrors, err20);
}
errors++;
}
if(func2(data5) < 1){
const err21 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
addViolation(vErrors, err21);
}
errors++;
}
}
}
if(data.sku !== undefined){
let data6 = data.sku;
if((typeof data6 !== "string") && (data6 !== null)){
const err22 = {instancePath:instancePath+"/sku",schemaPath:"#/properties/sku/type",keyword:"type",params:{type: schema21.properties.sku.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err22];
}
else {
addViolation(vErrors, err22);
}
errors++;
}
if(typeof data6 === "string"){
if(func2(data6) > 200){
const err23 = {instancePath:instancePath+"/sku",schemaPath:"#/properties/sku/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
addViolation(vErrors, err23);
}
errors++;
}
if(func2(data6) < 1){
const err24 = {instancePath:instancePath+"/sku",schemaPath:"#/properties/sku/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
addViolation(vErrors, err24);
}
errors++;
}
}
}
if(data.product_url !== undefined){
let data7 = data.product_url;
if((typeof data7 !== "string") && (data7 !== null)){
const err25 = {instancePath:instancePath+"/product_url",schemaPath:"#/properties/product_url/type",keyword:"type",params:{type: schema21.properties.product_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
addViolation(vErrors, err25);
}
errors++;
}
}
if(data.image_url !== undefined){
let data8 = data.image_url;
if((typeof data8 !== "string") && (data8 !== null)){
const err26 = {instancePath:instancePath+"/image_url",schemaPath:"#/properties/image_url/type",keyword:"type",params:{type: schema21.properties.image_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
addViolation(vErrors, err26);
}
errors++;
}
}
if(data.categories !== undefined){
let data9 = data.categories;
if((!(Array.isArray(data9))) && (data9 !== null)){
const err27 = {instancePath:instancePath+"/categories",schemaPath:"#/properties/categories/type",keyword:"type",params:{type: schema21.properties.categories.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
addViolation(vErrors, err27);
}
errors++;
}
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
if(typeof data10 === "string"){
if(func2(data10) > 50){
const err28 = {instancePath:instancePath+"/categories/" + i0,schemaPath:"#/properties/categories/items/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
addViolation(vErrors, err28);
}
errors++;
}
if(func2(data10) < 1){
const err29 = {instancePath:instancePath+"/categories/" + i0,schemaPath:"#/properties/categories/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
addViolation(vErrors, err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/categories/" + i0,schemaPath:"#/properties/categories/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
addViolation(vErrors, err30);
}
errors++;
}
}
}
}
if(data.product_type !== undefined){
let data11 = data.product_type;
const _errs25 = errors;
let valid3 = false;
const _errs26 = errors;
if(!(validate55(data11, {instancePath:instancePath+"/product_type",parentData:data,parentDataProperty:"product_type",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate55.errors);
errors = vErrors.length;
}
var _valid0 = _errs26 === errors;
valid3 = valid3 || _valid0;
const _errs27 = errors;
if(data11 !== null){
const err31 = {instancePath:instancePath+"/product_type",schemaPath:"#/properties/product_type/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err31];
}
else {
addViolation(vErrors, err31);
}
errors++;
}
var _valid0 = _errs27 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err32 = {instancePath:instancePath+"/product_type",schemaPath:"#/properties/product_type/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err32];
}
else {
addViolation(vErrors, err32);
}
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
if(data.seller_country !== undefined){
let data12 = data.seller_country;
if((typeof data12 !== "string") && (data12 !== null)){
const err33 = {instancePath:instancePath+"/seller_country",schemaPath:"#/properties/seller_country/type",keyword:"type",params:{type: schema21.properties.seller_country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err33];
}
else {
addViolation(vErrors, err33);
}
errors++;
}
if(typeof data12 === "string"){
if(!pattern3.test(data12)){
const err34 = {instancePath:instancePath+"/seller_country",schemaPath:"#/properties/seller_country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"},message:"must match pattern \""+"^[A-Z]{2}$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
addViolation(vErrors, err34);
}
errors++;
}
}
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
addViolation(vErrors, err35);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema24 = {"$id":"GuestBuyer","type":"object","additionalProperties":false,"properties":{"display_name":{"type":["string","null"],"minLength":1,"maxLength":200},"external_identifier":{"description":"Merchant identifier of the buyer.","type":["string","null"],"minLength":1,"maxLength":200},"billing_details":{"description":"Billing name, address, email and other fields.","anyOf":[{"$ref":"BillingDetails"},{"type":"null"}]},"account_number":{"type":["string","null"],"minLength":1,"maxLength":200},"shipping_details":{"description":"Optional shipping details.","anyOf":[{"$ref":"ShippingDetailsCreate"},{"type":"null"}]}}};
const schema25 = {"$id":"BillingDetails","type":"object","additionalProperties":false,"properties":{"first_name":{"type":["string","null"],"minLength":1,"maxLength":255},"last_name":{"type":["string","null"],"minLength":1,"maxLength":255},"email_address":{"type":["string","null"],"minLength":1,"maxLength":320},"phone_number":{"type":["string","null"],"pattern":"^\\+[1-9]\\d{1,14}$","description":"E.164."},"address":{"description":"Billing address.","anyOf":[{"$ref":"Address"},{"type":"null"}]},"tax_id":{"description":"Tax ID information.","anyOf":[{"$ref":"TaxId"},{"type":"null"}]}}};
const pattern4 = new RegExp("^\\+[1-9]\\d{1,14}$", "u");
const schema26 = {"$id":"Address","type":"object","additionalProperties":false,"properties":{"city":{"type":["string","null"],"minLength":1,"maxLength":100},"country":{"type":["string","null"],"pattern":"^[A-Z]{2}$","description":"ISO 3166."},"postal_code":{"type":["string","null"],"minLength":1,"maxLength":50},"state":{"description":"State, county or province.","type":["string","null"],"minLength":1,"maxLength":255},"state_code":{"type":["string","null"],"pattern":"^[A-Z]{2}-[A-Z0-9]{1,3}$","description":"ISO 3166-2."},"house_number_or_name":{"description":"Not used by all payment services.","type":["string","null"],"minLength":1,"maxLength":255},"line1":{"type":["string","null"],"minLength":1,"maxLength":255},"line2":{"type":["string","null"],"minLength":1,"maxLength":255},"organization":{"description":"Company or organisation name.","type":["string","null"],"minLength":1,"maxLength":255}}};
const pattern6 = new RegExp("^[A-Z]{2}-[A-Z0-9]{1,3}$", "u");

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="Address" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema26.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.city !== undefined){
let data0 = data.city;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/type",keyword:"type",params:{type: schema26.properties.city.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(typeof data0 === "string"){
if(func2(data0) > 100){
const err2 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
}
if(data.country !== undefined){
let data1 = data.country;
if((typeof data1 !== "string") && (data1 !== null)){
const err4 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: schema26.properties.country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
const err5 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"},message:"must match pattern \""+"^[A-Z]{2}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
}
if(data.postal_code !== undefined){
let data2 = data.postal_code;
if((typeof data2 !== "string") && (data2 !== null)){
const err6 = {instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/type",keyword:"type",params:{type: schema26.properties.postal_code.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
if(typeof data2 === "string"){
if(func2(data2) > 50){
const err7 = {instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/postal_code",schemaPath:"#/properties/postal_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
}
}
if(data.state !== undefined){
let data3 = data.state;
if((typeof data3 !== "string") && (data3 !== null)){
const err9 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: schema26.properties.state.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
if(typeof data3 === "string"){
if(func2(data3) > 255){
const err10 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
}
if(data.state_code !== undefined){
let data4 = data.state_code;
if((typeof data4 !== "string") && (data4 !== null)){
const err12 = {instancePath:instancePath+"/state_code",schemaPath:"#/properties/state_code/type",keyword:"type",params:{type: schema26.properties.state_code.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
const err13 = {instancePath:instancePath+"/state_code",schemaPath:"#/properties/state_code/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}-[A-Z0-9]{1,3}$"},message:"must match pattern \""+"^[A-Z]{2}-[A-Z0-9]{1,3}$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
}
}
if(data.house_number_or_name !== undefined){
let data5 = data.house_number_or_name;
if((typeof data5 !== "string") && (data5 !== null)){
const err14 = {instancePath:instancePath+"/house_number_or_name",schemaPath:"#/properties/house_number_or_name/type",keyword:"type",params:{type: schema26.properties.house_number_or_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
if(typeof data5 === "string"){
if(func2(data5) > 255){
const err15 = {instancePath:instancePath+"/house_number_or_name",schemaPath:"#/properties/house_number_or_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
addViolation(vErrors, err15);
}
errors++;
}
if(func2(data5) < 1){
const err16 = {instancePath:instancePath+"/house_number_or_name",schemaPath:"#/properties/house_number_or_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
addViolation(vErrors, err16);
}
errors++;
}
}
}
if(data.line1 !== undefined){
let data6 = data.line1;
if((typeof data6 !== "string") && (data6 !== null)){
const err17 = {instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/type",keyword:"type",params:{type: schema26.properties.line1.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err17];
}
else {
addViolation(vErrors, err17);
}
errors++;
}
if(typeof data6 === "string"){
if(func2(data6) > 255){
const err18 = {instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
addViolation(vErrors, err18);
}
errors++;
}
if(func2(data6) < 1){
const err19 = {instancePath:instancePath+"/line1",schemaPath:"#/properties/line1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
addViolation(vErrors, err19);
}
errors++;
}
}
}
if(data.line2 !== undefined){
let data7 = data.line2;
if((typeof data7 !== "string") && (data7 !== null)){
const err20 = {instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/type",keyword:"type",params:{type: schema26.properties.line2.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
addViolation(vErrors, err20);
}
errors++;
}
if(typeof data7 === "string"){
if(func2(data7) > 255){
const err21 = {instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
addViolation(vErrors, err21);
}
errors++;
}
if(func2(data7) < 1){
const err22 = {instancePath:instancePath+"/line2",schemaPath:"#/properties/line2/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
addViolation(vErrors, err22);
}
errors++;
}
}
}
if(data.organization !== undefined){
let data8 = data.organization;
if((typeof data8 !== "string") && (data8 !== null)){
const err23 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/type",keyword:"type",params:{type: schema26.properties.organization.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err23];
}
else {
addViolation(vErrors, err23);
}
errors++;
}
if(typeof data8 === "string"){
if(func2(data8) > 255){
const err24 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
addViolation(vErrors, err24);
}
errors++;
}
if(func2(data8) < 1){
const err25 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err25];
}
else {
addViolation(vErrors, err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
addViolation(vErrors, err26);
}
errors++;
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema27 = {"$id":"TaxId","type":"object","additionalProperties":false,"required":["value","kind"],"properties":{"value":{"type":"string","minLength":1,"maxLength":50},"kind":{"$ref":"TaxIdKind"}}};
const schema28 = {"$id":"TaxIdKind","description":"Clients tolerate other values.","x-open-enum":true,"anyOf":[{"type":"string","enum":["co.itin","co.nit","mx.curp","mx.rfc","pe.ruc"]},{"type":"string"}]};
const schema29 = ["co.itin","co.nit","mx.curp","mx.rfc","pe.ruc"];

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="TaxIdKind" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(!(((((data === "co.itin") || (data === "co.nit")) || (data === "mx.curp")) || (data === "mx.rfc")) || (data === "pe.ruc"))){
const err1 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema28.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
if(!((((((typeof data !== "string") || (data === "co.itin")) || (data === "co.nit")) || (data === "mx.curp")) || (data === "mx.rfc")) || (data === "pe.ruc"))){
const err4 = {instancePath,schemaPath:"#/x-open-enum",keyword:"x-open-enum",params:{knownValues: schema29},message:"is not one of the known values"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="TaxId" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "value") || (key0 === "kind"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
}
if(data.value !== undefined){
let data0 = data.value;
if(typeof data0 === "string"){
if(func2(data0) > 50){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
if(data.kind !== undefined){
if(!(validate63(data.kind, {instancePath:instancePath+"/kind",parentData:data,parentDataProperty:"kind",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate63.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BillingDetails" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "first_name") || (key0 === "last_name")) || (key0 === "email_address")) || (key0 === "phone_number")) || (key0 === "address")) || (key0 === "tax_id"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.first_name !== undefined){
let data0 = data.first_name;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/type",keyword:"type",params:{type: schema25.properties.first_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(typeof data0 === "string"){
if(func2(data0) > 255){
const err2 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
}
if(data.last_name !== undefined){
let data1 = data.last_name;
if((typeof data1 !== "string") && (data1 !== null)){
const err4 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/type",keyword:"type",params:{type: schema25.properties.last_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if(typeof data1 === "string"){
if(func2(data1) > 255){
const err5 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
if(func2(data1) < 1){
const err6 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
}
if(data.email_address !== undefined){
let data2 = data.email_address;
if((typeof data2 !== "string") && (data2 !== null)){
const err7 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/type",keyword:"type",params:{type: schema25.properties.email_address.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
if(typeof data2 === "string"){
if(func2(data2) > 320){
const err8 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
}
if(data.phone_number !== undefined){
let data3 = data.phone_number;
if((typeof data3 !== "string") && (data3 !== null)){
const err10 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/type",keyword:"type",params:{type: schema25.properties.phone_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err11 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9]\\d{1,14}$"},message:"must match pattern \""+"^\\+[1-9]\\d{1,14}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
}
if(data.address !== undefined){
let data4 = data.address;
const _errs11 = errors;
let valid1 = false;
const _errs12 = errors;
if(!(validate60(data4, {instancePath:instancePath+"/address",parentData:data,parentDataProperty:"address",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate60.errors);
errors = vErrors.length;
}
var _valid0 = _errs12 === errors;
valid1 = valid1 || _valid0;
const _errs13 = errors;
if(data4 !== null){
const err12 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err13 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
if(data.tax_id !== undefined){
let data5 = data.tax_id;
const _errs16 = errors;
let valid2 = false;
const _errs17 = errors;
if(!(validate62(data5, {instancePath:instancePath+"/tax_id",parentData:data,parentDataProperty:"tax_id",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate62.errors);
errors = vErrors.length;
}
var _valid1 = _errs17 === errors;
valid2 = valid2 || _valid1;
const _errs18 = errors;
if(data5 !== null){
const err14 = {instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
var _valid1 = _errs18 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err15 = {instancePath:instancePath+"/tax_id",schemaPath:"#/properties/tax_id/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err15];
}
else {
addViolation(vErrors, err15);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
addViolation(vErrors, err16);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema30 = {"$id":"ShippingDetailsCreate","description":"As BillingDetails, without tax_id.","type":"object","additionalProperties":false,"properties":{"first_name":{"type":["string","null"],"minLength":1,"maxLength":255},"last_name":{"type":["string","null"],"minLength":1,"maxLength":255},"email_address":{"type":["string","null"],"minLength":1,"maxLength":320},"phone_number":{"type":["string","null"],"pattern":"^\\+[1-9]\\d{1,14}$","description":"E.164."},"address":{"description":"Shipping address.","anyOf":[{"$ref":"Address"},{"type":"null"}]}}};

function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ShippingDetailsCreate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "first_name") || (key0 === "last_name")) || (key0 === "email_address")) || (key0 === "phone_number")) || (key0 === "address"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.first_name !== undefined){
let data0 = data.first_name;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/type",keyword:"type",params:{type: schema30.properties.first_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(typeof data0 === "string"){
if(func2(data0) > 255){
const err2 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/first_name",schemaPath:"#/properties/first_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
}
if(data.last_name !== undefined){
let data1 = data.last_name;
if((typeof data1 !== "string") && (data1 !== null)){
const err4 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/type",keyword:"type",params:{type: schema30.properties.last_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if(typeof data1 === "string"){
if(func2(data1) > 255){
const err5 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
if(func2(data1) < 1){
const err6 = {instancePath:instancePath+"/last_name",schemaPath:"#/properties/last_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
}
if(data.email_address !== undefined){
let data2 = data.email_address;
if((typeof data2 !== "string") && (data2 !== null)){
const err7 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/type",keyword:"type",params:{type: schema30.properties.email_address.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
if(typeof data2 === "string"){
if(func2(data2) > 320){
const err8 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/email_address",schemaPath:"#/properties/email_address/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
}
if(data.phone_number !== undefined){
let data3 = data.phone_number;
if((typeof data3 !== "string") && (data3 !== null)){
const err10 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/type",keyword:"type",params:{type: schema30.properties.phone_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err11 = {instancePath:instancePath+"/phone_number",schemaPath:"#/properties/phone_number/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9]\\d{1,14}$"},message:"must match pattern \""+"^\\+[1-9]\\d{1,14}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
}
if(data.address !== undefined){
let data4 = data.address;
const _errs11 = errors;
let valid1 = false;
const _errs12 = errors;
if(!(validate60(data4, {instancePath:instancePath+"/address",parentData:data,parentDataProperty:"address",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate60.errors);
errors = vErrors.length;
}
var _valid0 = _errs12 === errors;
valid1 = valid1 || _valid0;
const _errs13 = errors;
if(data4 !== null){
const err12 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err13 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="GuestBuyer" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "display_name") || (key0 === "external_identifier")) || (key0 === "billing_details")) || (key0 === "account_number")) || (key0 === "shipping_details"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.display_name !== undefined){
let data0 = data.display_name;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: schema24.properties.display_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(typeof data0 === "string"){
if(func2(data0) > 200){
const err2 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
}
if(data.external_identifier !== undefined){
let data1 = data.external_identifier;
if((typeof data1 !== "string") && (data1 !== null)){
const err4 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/type",keyword:"type",params:{type: schema24.properties.external_identifier.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err5 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
if(func2(data1) < 1){
const err6 = {instancePath:instancePath+"/external_identifier",schemaPath:"#/properties/external_identifier/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
}
if(data.billing_details !== undefined){
let data2 = data.billing_details;
const _errs7 = errors;
let valid1 = false;
const _errs8 = errors;
if(!(validate59(data2, {instancePath:instancePath+"/billing_details",parentData:data,parentDataProperty:"billing_details",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate59.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
const _errs9 = errors;
if(data2 !== null){
const err7 = {instancePath:instancePath+"/billing_details",schemaPath:"#/properties/billing_details/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err8 = {instancePath:instancePath+"/billing_details",schemaPath:"#/properties/billing_details/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
if(data.account_number !== undefined){
let data3 = data.account_number;
if((typeof data3 !== "string") && (data3 !== null)){
const err9 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/type",keyword:"type",params:{type: schema24.properties.account_number.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
if(typeof data3 === "string"){
if(func2(data3) > 200){
const err10 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/account_number",schemaPath:"#/properties/account_number/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
}
if(data.shipping_details !== undefined){
let data4 = data.shipping_details;
const _errs14 = errors;
let valid2 = false;
const _errs15 = errors;
if(!(validate67(data4, {instancePath:instancePath+"/shipping_details",parentData:data,parentDataProperty:"shipping_details",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate67.errors);
errors = vErrors.length;
}
var _valid1 = _errs15 === errors;
valid2 = valid2 || _valid1;
const _errs16 = errors;
if(data4 !== null){
const err12 = {instancePath:instancePath+"/shipping_details",schemaPath:"#/properties/shipping_details/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
var _valid1 = _errs16 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err13 = {instancePath:instancePath+"/shipping_details",schemaPath:"#/properties/shipping_details/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema31 = {"$id":"CheckoutSessionPaymentMethod","type":"object","additionalProperties":false,"properties":{"type":{"type":"string","const":"payment-method","default":"payment-method"},"id":{"type":["string","null"],"format":"uuid","description":"ID of the payment method."},"details":{"description":"Card details.","anyOf":[{"$ref":"CheckoutSessionPaymentMethodDetails"},{"type":"null"}]},"label":{"type":["string","null"],"description":"Last 4 digits of the card."},"method":{"type":"string","const":"card","default":"card"},"scheme":{"description":"Card scheme.","anyOf":[{"$ref":"CardScheme"},{"type":"null"}]},"fingerprint":{"type":["string","null"],"description":"Unique hash derived from the card number."}}};
const schema32 = {"$id":"CheckoutSessionPaymentMethodDetails","type":"object","additionalProperties":false,"properties":{"bin":{"type":["string","null"],"description":"First 6 digits of the card."},"card_country":{"type":["string","null"],"pattern":"^[A-Z]{2}$","description":"Issuer country."},"card_type":{"anyOf":[{"$ref":"CardType"},{"type":"null"}]},"card_issuer_name":{"type":["string","null"]}}};
const schema33 = {"$id":"CardType","description":"Closed, as the specification does not say of this list that clients tolerate other values.","x-our-reading":["a closed list"],"type":"string","enum":["credit","debit","prepaid"]};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CardType" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate73.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(!(((data === "credit") || (data === "debit")) || (data === "prepaid"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema33.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
validate73.errors = vErrors;
return errors === 0;
}
validate73.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CheckoutSessionPaymentMethodDetails" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "bin") || (key0 === "card_country")) || (key0 === "card_type")) || (key0 === "card_issuer_name"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.bin !== undefined){
let data0 = data.bin;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/bin",schemaPath:"#/properties/bin/type",keyword:"type",params:{type: schema32.properties.bin.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.card_country !== undefined){
let data1 = data.card_country;
if((typeof data1 !== "string") && (data1 !== null)){
const err2 = {instancePath:instancePath+"/card_country",schemaPath:"#/properties/card_country/type",keyword:"type",params:{type: schema32.properties.card_country.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
const err3 = {instancePath:instancePath+"/card_country",schemaPath:"#/properties/card_country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"},message:"must match pattern \""+"^[A-Z]{2}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
}
if(data.card_type !== undefined){
let data2 = data.card_type;
const _errs7 = errors;
let valid1 = false;
const _errs8 = errors;
if(!(validate73(data2, {instancePath:instancePath+"/card_type",parentData:data,parentDataProperty:"card_type",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate73.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
const _errs9 = errors;
if(data2 !== null){
const err4 = {instancePath:instancePath+"/card_type",schemaPath:"#/properties/card_type/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err5 = {instancePath:instancePath+"/card_type",schemaPath:"#/properties/card_type/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
if(data.card_issuer_name !== undefined){
let data3 = data.card_issuer_name;
if((typeof data3 !== "string") && (data3 !== null)){
const err6 = {instancePath:instancePath+"/card_issuer_name",schemaPath:"#/properties/card_issuer_name/type",keyword:"type",params:{type: schema32.properties.card_issuer_name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema34 = {"$id":"CardScheme","description":"Clients tolerate other values.","x-open-enum":true,"anyOf":[{"type":"string","enum":["accel","amex","bancontact","carte-bancaire","cirrus","culiance","dankort","diners-club","discover","eftpos-australia","elo","hipercard","jcb","maestro","mastercard","mir","nyce","other","pulse","rupay","star","uatp","unionpay","visa"]},{"type":"string"}]};
const schema35 = ["accel","amex","bancontact","carte-bancaire","cirrus","culiance","dankort","diners-club","discover","eftpos-australia","elo","hipercard","jcb","maestro","mastercard","mir","nyce","other","pulse","rupay","star","uatp","unionpay","visa"];

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CardScheme" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(!((((((((((((((((((((((((data === "accel") || (data === "amex")) || (data === "bancontact")) || (data === "carte-bancaire")) || (data === "cirrus")) || (data === "culiance")) || (data === "dankort")) || (data === "diners-club")) || (data === "discover")) || (data === "eftpos-australia")) || (data === "elo")) || (data === "hipercard")) || (data === "jcb")) || (data === "maestro")) || (data === "mastercard")) || (data === "mir")) || (data === "nyce")) || (data === "other")) || (data === "pulse")) || (data === "rupay")) || (data === "star")) || (data === "uatp")) || (data === "unionpay")) || (data === "visa"))){
const err1 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema34.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
if(!(((((((((((((((((((((((((typeof data !== "string") || (data === "accel")) || (data === "amex")) || (data === "bancontact")) || (data === "carte-bancaire")) || (data === "cirrus")) || (data === "culiance")) || (data === "dankort")) || (data === "diners-club")) || (data === "discover")) || (data === "eftpos-australia")) || (data === "elo")) || (data === "hipercard")) || (data === "jcb")) || (data === "maestro")) || (data === "mastercard")) || (data === "mir")) || (data === "nyce")) || (data === "other")) || (data === "pulse")) || (data === "rupay")) || (data === "star")) || (data === "uatp")) || (data === "unionpay")) || (data === "visa"))){
const err4 = {instancePath,schemaPath:"#/x-open-enum",keyword:"x-open-enum",params:{knownValues: schema35},message:"is not one of the known values"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CheckoutSessionPaymentMethod" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "id")) || (key0 === "details")) || (key0 === "label")) || (key0 === "method")) || (key0 === "scheme")) || (key0 === "fingerprint"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if("payment-method" !== data0){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "payment-method"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if((typeof data1 !== "string") && (data1 !== null)){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: schema31.properties.id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
if(data.details !== undefined){
let data2 = data.details;
const _errs7 = errors;
let valid1 = false;
const _errs8 = errors;
if(!(validate72(data2, {instancePath:instancePath+"/details",parentData:data,parentDataProperty:"details",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate72.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
const _errs9 = errors;
if(data2 !== null){
const err5 = {instancePath:instancePath+"/details",schemaPath:"#/properties/details/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err6 = {instancePath:instancePath+"/details",schemaPath:"#/properties/details/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
else {
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
}
}
if(data.label !== undefined){
let data3 = data.label;
if((typeof data3 !== "string") && (data3 !== null)){
const err7 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: schema31.properties.label.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
}
if(data.method !== undefined){
let data4 = data.method;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
if("card" !== data4){
const err9 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/const",keyword:"const",params:{allowedValue: "card"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
if(data.scheme !== undefined){
let data5 = data.scheme;
const _errs16 = errors;
let valid2 = false;
const _errs17 = errors;
if(!(validate76(data5, {instancePath:instancePath+"/scheme",parentData:data,parentDataProperty:"scheme",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate76.errors);
errors = vErrors.length;
}
var _valid1 = _errs17 === errors;
valid2 = valid2 || _valid1;
const _errs18 = errors;
if(data5 !== null){
const err10 = {instancePath:instancePath+"/scheme",schemaPath:"#/properties/scheme/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
var _valid1 = _errs18 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err11 = {instancePath:instancePath+"/scheme",schemaPath:"#/properties/scheme/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
if(data.fingerprint !== undefined){
let data6 = data.fingerprint;
if((typeof data6 !== "string") && (data6 !== null)){
const err12 = {instancePath:instancePath+"/fingerprint",schemaPath:"#/properties/fingerprint/type",keyword:"type",params:{type: schema31.properties.fingerprint.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CheckoutSession" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.expires_at === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"},message:"must have required property '"+"expires_at"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "id")) || (key0 === "expires_at")) || (key0 === "cart_items")) || (key0 === "metadata")) || (key0 === "buyer")) || (key0 === "payment_method"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
if("checkout-session" !== data0){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "checkout-session"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data2 = data.expires_at;
if(typeof data2 === "string"){
if(!(formats2.test(data2))){
const err7 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/expires_at",schemaPath:"#/properties/expires_at/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
}
if(data.cart_items !== undefined){
let data3 = data.cart_items;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err9 = {instancePath:instancePath+"/cart_items",schemaPath:"#/properties/cart_items/type",keyword:"type",params:{type: schema20.properties.cart_items.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate54(data3[i0], {instancePath:instancePath+"/cart_items/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate54.errors);
errors = vErrors.length;
}
}
}
}
if(data.metadata !== undefined){
let data5 = data.metadata;
if((!(data5 && typeof data5 == "object" && !Array.isArray(data5))) && (data5 !== null)){
const err10 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: schema20.properties.metadata.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(typeof data5[key1] !== "string"){
const err11 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
addViolation(vErrors, err11);
}
errors++;
}
}
}
}
if(data.buyer !== undefined){
let data7 = data.buyer;
const _errs17 = errors;
let valid4 = false;
const _errs18 = errors;
if(!(validate58(data7, {instancePath:instancePath+"/buyer",parentData:data,parentDataProperty:"buyer",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate58.errors);
errors = vErrors.length;
}
var _valid0 = _errs18 === errors;
valid4 = valid4 || _valid0;
const _errs19 = errors;
if(data7 !== null){
const err12 = {instancePath:instancePath+"/buyer",schemaPath:"#/properties/buyer/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err12];
}
else {
addViolation(vErrors, err12);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err13 = {instancePath:instancePath+"/buyer",schemaPath:"#/properties/buyer/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
addViolation(vErrors, err13);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
}
if(data.payment_method !== undefined){
let data8 = data.payment_method;
const _errs22 = errors;
let valid5 = false;
const _errs23 = errors;
if(!(validate71(data8, {instancePath:instancePath+"/payment_method",parentData:data,parentDataProperty:"payment_method",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate71.errors);
errors = vErrors.length;
}
var _valid1 = _errs23 === errors;
valid5 = valid5 || _valid1;
const _errs24 = errors;
if(data8 !== null){
const err14 = {instancePath:instancePath+"/payment_method",schemaPath:"#/properties/payment_method/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err14];
}
else {
addViolation(vErrors, err14);
}
errors++;
}
var _valid1 = _errs24 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err15 = {instancePath:instancePath+"/payment_method",schemaPath:"#/properties/payment_method/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err15];
}
else {
addViolation(vErrors, err15);
}
errors++;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
addViolation(vErrors, err16);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const BadRequestError = validate79;
const schema36 = {"$id":"BadRequestError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"bad_request"},"status":{"type":"integer","const":400},"message":{"type":"string","default":"Generic error"}}}]};
const schema37 = {"$id":"Error","description":"The error object of every status but 422.","x-our-reading":["a field is always present unless the specification gives it a default"],"type":"object","additionalProperties":false,"required":["type","code","status"],"properties":{"type":{"type":"string","const":"error"},"code":{"type":"string","description":"Fixed for each status."},"status":{"type":"integer","description":"HTTP status."},"message":{"type":"string","description":"Human-readable context."},"details":{"type":"array","default":[],"items":{"$ref":"ErrorDetail"}}}};
const schema38 = {"$id":"ErrorDetail","type":"object","additionalProperties":false,"required":["location","pointer","message","type"],"properties":{"location":{"$ref":"ErrorDetailLocation"},"pointer":{"type":"string","description":"JSON pointer to the offending property."},"message":{"type":"string","description":"Human-readable explanation."},"type":{"description":"Kind of error for the property.","x-not-shown":["the full list of values"],"type":"string","examples":["value_error"]}}};
const schema39 = {"$id":"ErrorDetailLocation","description":"Clients tolerate other values.","x-open-enum":true,"anyOf":[{"type":"string","enum":["query","body","path","header","unknown"]},{"type":"string"}]};
const schema40 = ["query","body","path","header","unknown"];

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ErrorDetailLocation" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(!(((((data === "query") || (data === "body")) || (data === "path")) || (data === "header")) || (data === "unknown"))){
const err1 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema39.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
if(!((((((typeof data !== "string") || (data === "query")) || (data === "body")) || (data === "path")) || (data === "header")) || (data === "unknown"))){
const err4 = {instancePath,schemaPath:"#/x-open-enum",keyword:"x-open-enum",params:{knownValues: schema40},message:"is not one of the known values"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ErrorDetail" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.location === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "location"},message:"must have required property '"+"location"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.pointer === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pointer"},message:"must have required property '"+"pointer"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(data.type === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "location") || (key0 === "pointer")) || (key0 === "message")) || (key0 === "type"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
if(data.location !== undefined){
if(!(validate82(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate82.errors);
errors = vErrors.length;
}
}
if(data.pointer !== undefined){
if(typeof data.pointer !== "string"){
const err5 = {instancePath:instancePath+"/pointer",schemaPath:"#/properties/pointer/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err6 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="Error" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate80.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(data.status === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "code")) || (key0 === "status")) || (key0 === "message")) || (key0 === "details"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
if("error" !== data0){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "error"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err6 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
if(data.status !== undefined){
let data2 = data.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err8 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
addViolation(vErrors, err8);
}
errors++;
}
}
if(data.details !== undefined){
let data4 = data.details;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate81(data4[i0], {instancePath:instancePath+"/details/" + i0,parentData:data4,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate81.errors);
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath:instancePath+"/details",schemaPath:"#/properties/details/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
addViolation(vErrors, err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
addViolation(vErrors, err10);
}
errors++;
}
validate80.errors = vErrors;
return errors === 0;
}
validate80.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BadRequestError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("bad_request" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "bad_request"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(400 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 400},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UnauthorizedError = validate86;
const schema41 = {"$id":"UnauthorizedError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"unauthorized"},"status":{"type":"integer","const":401},"message":{"type":"string","default":"No valid API authentication found"}}}]};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UnauthorizedError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("unauthorized" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "unauthorized"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(401 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 401},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ForbiddenError = validate88;
const schema42 = {"$id":"ForbiddenError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"forbidden"},"status":{"type":"integer","const":403},"message":{"type":"string","default":"Generic error"}}}]};

function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ForbiddenError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate88.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("forbidden" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "forbidden"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(403 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 403},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate88.errors = vErrors;
return errors === 0;
}
validate88.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const NotFoundError = validate90;
const schema43 = {"$id":"NotFoundError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"not_found"},"status":{"type":"integer","const":404},"message":{"type":"string","default":"The resource could not be found"}}}]};

function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="NotFoundError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate90.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("not_found" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "not_found"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(404 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 404},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate90.errors = vErrors;
return errors === 0;
}
validate90.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const MethodNotAllowedError = validate92;
const schema44 = {"$id":"MethodNotAllowedError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"method_not_allowed"},"status":{"type":"integer","const":405},"message":{"type":"string","default":"Method Not Allowed"}}}]};

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="MethodNotAllowedError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate92.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("method_not_allowed" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "method_not_allowed"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(405 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 405},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate92.errors = vErrors;
return errors === 0;
}
validate92.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const DuplicateRecordError = validate94;
const schema45 = {"$id":"DuplicateRecordError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"duplicate_record"},"status":{"type":"integer","const":409},"message":{"type":"string","default":"Generic error"}}}]};

function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DuplicateRecordError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate94.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("duplicate_record" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "duplicate_record"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(409 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 409},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate94.errors = vErrors;
return errors === 0;
}
validate94.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const TooEarlyError = validate96;
const schema46 = {"$id":"TooEarlyError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"too_early"},"status":{"type":"integer","const":425},"message":{"type":"string","default":"Generic error"}}}]};

function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="TooEarlyError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate96.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("too_early" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "too_early"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(425 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 425},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate96.errors = vErrors;
return errors === 0;
}
validate96.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const TooManyRequestsError = validate98;
const schema47 = {"$id":"TooManyRequestsError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"too_many_requests"},"status":{"type":"integer","const":429},"message":{"type":"string","default":"Generic error"}}}]};

function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="TooManyRequestsError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate98.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("too_many_requests" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "too_many_requests"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(429 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 429},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate98.errors = vErrors;
return errors === 0;
}
validate98.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const InternalServerError = validate100;
const schema48 = {"$id":"InternalServerError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"server_error"},"status":{"type":"integer","const":500},"message":{"type":"string","default":"Request could not be processed"}}}]};

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="InternalServerError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate100.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("server_error" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "server_error"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(500 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 500},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}
validate100.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const BadGatewayError = validate102;
const schema49 = {"$id":"BadGatewayError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"bad_gateway"},"status":{"type":"integer","const":502},"message":{"type":"string","default":"Request could not be processed"}}}]};

function validate102(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BadGatewayError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate102.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("bad_gateway" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "bad_gateway"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(502 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 502},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate102.errors = vErrors;
return errors === 0;
}
validate102.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const GatewayTimeoutError = validate104;
const schema50 = {"$id":"GatewayTimeoutError","allOf":[{"$ref":"Error"},{"type":"object","properties":{"code":{"type":"string","const":"gateway_timeout"},"status":{"type":"integer","const":504},"message":{"type":"string","default":"Request could not be processed"}}}]};

function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="GatewayTimeoutError" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate104.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate80(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate80.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if("gateway_timeout" !== data0){
const err1 = {instancePath:instancePath+"/code",schemaPath:"#/allOf/1/properties/code/const",keyword:"const",params:{allowedValue: "gateway_timeout"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(504 !== data1){
const err3 = {instancePath:instancePath+"/status",schemaPath:"#/allOf/1/properties/status/const",keyword:"const",params:{allowedValue: 504},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/allOf/1/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
validate104.errors = vErrors;
return errors === 0;
}
validate104.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const BuyerPage = validate106;
const schema51 = {"$id":"BuyerPage","description":"The page envelope of cursor pagination, with buyers.","x-our-reading":["items and limit are always present","no other property is valid, as of all listed objects, though further fields of the response are not shown"],"type":"object","additionalProperties":false,"required":["items","limit"],"properties":{"items":{"description":"The records of the page.","type":"array","items":{"$ref":"Buyer"}},"limit":{"type":"integer","description":"The page size applied."},"next_cursor":{"type":["string","null"],"description":"Opaque cursor of the next page; null when absent."},"previous_cursor":{"type":["string","null"],"description":"Opaque cursor of the previous page; null when absent."}}};

function validate106(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BuyerPage" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate106.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.items === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "items"},message:"must have required property '"+"items"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.limit === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "limit"},message:"must have required property '"+"limit"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "items") || (key0 === "limit")) || (key0 === "next_cursor")) || (key0 === "previous_cursor"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
}
if(data.items !== undefined){
let data0 = data.items;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate52(data0[i0], {instancePath:instancePath+"/items/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate52.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.limit !== undefined){
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
if(data.next_cursor !== undefined){
let data3 = data.next_cursor;
if((typeof data3 !== "string") && (data3 !== null)){
const err5 = {instancePath:instancePath+"/next_cursor",schemaPath:"#/properties/next_cursor/type",keyword:"type",params:{type: schema51.properties.next_cursor.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
if(data.previous_cursor !== undefined){
let data4 = data.previous_cursor;
if((typeof data4 !== "string") && (data4 !== null)){
const err6 = {instancePath:instancePath+"/previous_cursor",schemaPath:"#/properties/previous_cursor/type",keyword:"type",params:{type: schema51.properties.previous_cursor.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
addViolation(vErrors, err7);
}
errors++;
}
validate106.errors = vErrors;
return errors === 0;
}
validate106.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const vault_forward_400 = validate108;
const schema52 = {"$id":"vault_forward_400","if":{"$ref":"ErrorLike"},"then":{"$ref":"BadRequestError"}};
const schema53 = {"$id":"ErrorLike","description":"What presents itself as an error object of the service. Tells it from a destination's own answer in Vault Forward.","type":"object","required":["type","code","status"],"properties":{"type":{"const":"error"},"code":{"type":"string"},"status":{"type":"integer"}}};

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ErrorLike" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
addViolation(vErrors, err1);
}
errors++;
}
if(data.status === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
addViolation(vErrors, err2);
}
errors++;
}
if(data.type !== undefined){
if("error" !== data.type){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "error"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
addViolation(vErrors, err3);
}
errors++;
}
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err4 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
addViolation(vErrors, err4);
}
errors++;
}
}
if(data.status !== undefined){
let data2 = data.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
addViolation(vErrors, err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
addViolation(vErrors, err6);
}
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":{"type":true,"code":true,"status":true},"dynamicProps":false,"dynamicItems":false};


function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_400" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate108.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate79(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate79.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate108.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate108.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_401 = validate112;
const schema54 = {"$id":"vault_forward_401","if":{"$ref":"ErrorLike"},"then":{"$ref":"UnauthorizedError"}};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_401" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate86(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate86.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate112.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate112.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_403 = validate115;
const schema55 = {"$id":"vault_forward_403","if":{"$ref":"ErrorLike"},"then":{"$ref":"ForbiddenError"}};

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_403" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate115.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate88(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate88.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate115.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate115.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_404 = validate118;
const schema56 = {"$id":"vault_forward_404","if":{"$ref":"ErrorLike"},"then":{"$ref":"NotFoundError"}};

function validate118(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_404" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate118.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate90(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate90.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate118.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate118.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_405 = validate121;
const schema57 = {"$id":"vault_forward_405","if":{"$ref":"ErrorLike"},"then":{"$ref":"MethodNotAllowedError"}};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_405" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate121.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate92(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate92.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate121.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate121.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_409 = validate124;
const schema58 = {"$id":"vault_forward_409","if":{"$ref":"ErrorLike"},"then":{"$ref":"DuplicateRecordError"}};

function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_409" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate124.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate94(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate94.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate124.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate124.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_425 = validate127;
const schema59 = {"$id":"vault_forward_425","if":{"$ref":"ErrorLike"},"then":{"$ref":"TooEarlyError"}};

function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_425" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate127.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate96(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate96.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate127.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate127.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_429 = validate130;
const schema60 = {"$id":"vault_forward_429","if":{"$ref":"ErrorLike"},"then":{"$ref":"TooManyRequestsError"}};

function validate130(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_429" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate130.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate98(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate98.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate130.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate130.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_500 = validate133;
const schema61 = {"$id":"vault_forward_500","if":{"$ref":"ErrorLike"},"then":{"$ref":"InternalServerError"}};

function validate133(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_500" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate133.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate100(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate100.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate133.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate133.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_502 = validate136;
const schema62 = {"$id":"vault_forward_502","if":{"$ref":"ErrorLike"},"then":{"$ref":"BadGatewayError"}};

function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_502" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate136.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate102(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate102.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate136.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate136.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const vault_forward_504 = validate139;
const schema63 = {"$id":"vault_forward_504","if":{"$ref":"ErrorLike"},"then":{"$ref":"GatewayTimeoutError"}};

function validate139(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="vault_forward_504" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate139.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate109.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs2 = errors;
if(!(validate104(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = addViolations(vErrors, validate104.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err0];
}
else {
addViolation(vErrors, err0);
}
errors++;
}
validate139.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate139.evaluated = {"dynamicProps":true,"dynamicItems":false};

