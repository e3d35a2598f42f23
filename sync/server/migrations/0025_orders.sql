CREATE TABLE "order_events" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"key" text NOT NULL,
	"no" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"attempt" integer NOT NULL,
	"actor" text NOT NULL,
	"by" text,
	"note" text,
	CONSTRAINT "order_events_vendor_order_key_pk" PRIMARY KEY("vendor","order","key")
);
--> statement-breakpoint
CREATE TABLE "order_parcels" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_parcels_vendor_order_carrier_number_pk" PRIMARY KEY("vendor","order","carrier","number")
);
--> statement-breakpoint
CREATE TABLE "order_refunds" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_refunds_vendor_order_id_pk" PRIMARY KEY("vendor","order","id")
);
--> statement-breakpoint
CREATE TABLE "order_terms" (
	"vendor" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"order" uuid NOT NULL,
	CONSTRAINT "order_terms_vendor_term_order_pk" PRIMARY KEY("vendor","term","order")
);
--> statement-breakpoint
CREATE TABLE "order_tokens" (
	"vendor" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"order" uuid NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "order_tokens_vendor_sha256_pk" PRIMARY KEY("vendor","sha256")
);
--> statement-breakpoint
CREATE TABLE "order_units" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"sku" text NOT NULL,
	"no" integer NOT NULL,
	"amount" bigint NOT NULL,
	"refund" uuid,
	CONSTRAINT "order_units_vendor_order_sku_no_pk" PRIMARY KEY("vendor","order","sku","no"),
	CONSTRAINT "order_units_amount" CHECK ("order_units"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"code" text NOT NULL,
	"device" text NOT NULL,
	"person" uuid,
	"same_as" uuid,
	"cart_id" uuid NOT NULL,
	"cart_version" integer NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"consultation" uuid,
	"way" text NOT NULL,
	"pay_by" text NOT NULL,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"items" integer NOT NULL,
	"has_rx" boolean NOT NULL,
	"content" text NOT NULL,
	"problems" text NOT NULL,
	"order_status" text NOT NULL,
	"clinical_status" text NOT NULL,
	"fulfillment_status" text NOT NULL,
	"payment_status" text NOT NULL,
	"money" text NOT NULL,
	"label" text NOT NULL,
	"waits_on" text NOT NULL,
	"expected" boolean DEFAULT false NOT NULL,
	"is_reserved" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"extended" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "promotion_redemptions" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "promotion_redemptions_vendor_order_pk" PRIMARY KEY("vendor","order")
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"vendor" text NOT NULL,
	"code" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "promotion_uses_vendor_code_pk" PRIMARY KEY("vendor","code"),
	CONSTRAINT "promotion_uses_used" CHECK ("promotion_uses"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"vendor" text NOT NULL,
	"sku" text NOT NULL,
	"units" integer NOT NULL,
	"reserved" integer NOT NULL,
	CONSTRAINT "stock_vendor_sku_pk" PRIMARY KEY("vendor","sku"),
	CONSTRAINT "stock_reserved" CHECK ("stock"."reserved" >= 0 and "stock"."units" >= "stock"."reserved")
);
--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "form" text;--> statement-breakpoint
CREATE UNIQUE INDEX "order_events_no" ON "order_events" USING btree ("vendor","order","no");--> statement-breakpoint
CREATE INDEX "order_tokens_order" ON "order_tokens" USING btree ("vendor","order");--> statement-breakpoint
CREATE INDEX "order_tokens_expiry" ON "order_tokens" USING btree ("vendor","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_op" ON "orders" USING btree ("vendor","op_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_cart" ON "orders" USING btree ("vendor","cart_id","cart_version") WHERE "orders"."same_as" is null;--> statement-breakpoint
CREATE INDEX "orders_person" ON "orders" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "orders_device" ON "orders" USING btree ("vendor","device");--> statement-breakpoint
CREATE INDEX "orders_consultation" ON "orders" USING btree ("vendor","consultation");--> statement-breakpoint
CREATE INDEX "orders_code" ON "orders" USING btree ("vendor","code");--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("vendor","received_at","id") WHERE "orders"."same_as" is null;--> statement-breakpoint
CREATE INDEX "orders_labeled" ON "orders" USING btree ("vendor","label","received_at","id") WHERE "orders"."same_as" is null;--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("vendor","waits_on","received_at","id") WHERE "orders"."same_as" is null;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("vendor","due_at") WHERE "orders"."due_at" is not null;