CREATE TABLE "key_register" (
	"vendor" text NOT NULL,
	"kind" text NOT NULL,
	"key_id" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"lost_at" timestamp with time zone,
	CONSTRAINT "key_register_vendor_kind_key_id_pk" PRIMARY KEY("vendor","kind","key_id")
);
